import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PlotFigure } from '../../../components/plot-figure.tsx';
import { formatAmount } from '../../../i18n/formats.ts';
import { type ManufacturerValue, rowHeight, topManufacturersPlot } from './top-manufacturers-plot.ts';

/** The bars, and for screen readers a table with the same figures. */
export default function TopManufacturersChart({ rows }: { rows: readonly ManufacturerValue[] }) {
  const { t } = useTranslation('dashboard');
  const options = useCallback((width: number) => topManufacturersPlot(rows, width), [rows]);
  return (
    <>
      <PlotFigure options={options} height={rows.length * rowHeight} />
      <div className="visually-hidden">
        <table aria-label={t('manufacturers.title')}>
          <thead>
            <tr>
              <th scope="col">{t('manufacturers.manufacturer')}</th>
              <th scope="col">{t('manufacturers.turnover')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.manufacturerName}>
                <th scope="row">{row.manufacturerName}</th>
                <td>{formatAmount(row.efPreisSum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

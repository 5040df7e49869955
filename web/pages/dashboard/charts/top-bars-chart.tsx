import { useCallback } from 'react';
import { PlotFigure } from '../../../components/plot-figure.tsx';
import { type Bar, barHeight } from './bar.ts';
import { topBarsPlot } from './top-bars-plot.ts';

interface TopBarsChartProps {
  bars: readonly Bar[];
  label: string;
  nameHeading: string;
  figureHeading: string;
}

/** The bars, and for screen readers a table with the same figures. */
export default function TopBarsChart({ bars, label, nameHeading, figureHeading }: TopBarsChartProps) {
  const options = useCallback((width: number) => topBarsPlot(bars, width), [bars]);
  return (
    <>
      <PlotFigure options={options} height={bars.length * barHeight} />
      <div className="visually-hidden">
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{nameHeading}</th>
              <th scope="col">{figureHeading}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, figure }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{figure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

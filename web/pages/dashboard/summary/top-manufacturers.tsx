import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { manufacturers, manufacturersTotals } from '#analytics/views/manufacturers.ts';
import type { ManufacturerRow } from '../../../api/views.ts';
import type { DashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { TopBars } from '../charts/top-bars.tsx';
import { listQuestions } from '../explain/list-questions.ts';
import { useProviderCompanies } from '../filter/use-filter-texts.ts';

const shown = 5;

const { rows: asked } = listQuestions(
  { list: manufacturers, totals: manufacturersTotals },
  manufacturers.parameters.parse({ sortBy: 'efPreisSum' }),
);

interface TopManufacturersProps {
  /** Sorted by turnover. */
  rows: readonly ManufacturerRow[];
  pathOf: DashboardPath;
}

/** The five manufacturers with the largest turnover. */
export function TopManufacturers({ rows, pathOf }: TopManufacturersProps) {
  const { t } = useTranslation('dashboard');
  const companies = useProviderCompanies();
  const bars = useMemo(
    () =>
      rows.slice(0, shown).map(({ manufacturerName, efPreisSum }) => ({
        id: manufacturerName,
        name: manufacturerName,
        value: efPreisSum,
        figure: formatAmount(efPreisSum),
        to: pathOf('products', { manufacturer: [manufacturerName] }),
        question: { ...asked, figure: 'efPreisSum', row: manufacturerName },
        own: companies.includes(manufacturerName),
      })),
    [rows, pathOf, companies],
  );
  return (
    <TopBars
      bars={bars}
      label={t('manufacturers.title')}
      nameHeading={t('manufacturers.manufacturer')}
      figureHeading={t('manufacturers.turnover')}
    />
  );
}

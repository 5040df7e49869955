import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManufacturerRow } from '../../../api/views.ts';

/** Plot is large: it comes after the figures. */
const TopManufacturersChart = lazy(() => import('./top-manufacturers-chart.tsx'));
const shown = 5;

/** The five manufacturers with the largest turnover; `rows` come sorted by it. */
export function TopManufacturers({ rows }: { rows: readonly ManufacturerRow[] }) {
  const { t } = useTranslation('dashboard');
  const largest = useMemo(() => rows.filter((row) => row.efPreisSum > 0).slice(0, shown), [rows]);
  if (largest.length === 0) return <p>{t('noInformation')}</p>;
  return (
    <Suspense fallback={null}>
      <TopManufacturersChart rows={largest} />
    </Suspense>
  );
}

import { Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Suspicion } from '../../../api/preview.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { ReportTable } from '../report/report-table.tsx';
import { EarlierLink } from './earlier-link.tsx';

/** What deserves a second look before saving; none of it keeps from saving. */
export function Suspicions({ suspicious }: { suspicious: readonly Suspicion[] }) {
  const { t } = useTranslation(['preview', 'upload']);
  if (suspicious.length === 0) return null;
  const quantities = suspicious.filter((each) => each.kind === 'quantity');
  const statistics = suspicious.filter((each) => each.kind !== 'quantity');
  return (
    <Callout role="status" intent="warning" icon={<WarningSign />} className="file-preview__notice">
      <ul className="file-preview__suspicions">
        {statistics.map(({ kind, statistic }) => (
          <li key={`${kind} ${statistic.bezugsStatistikID}`}>
            {t(`suspicious.${kind}`)} <EarlierLink statistic={statistic} />
          </li>
        ))}
        {quantities.length > 0 && <li>{t('suspicious.quantity', { count: quantities.length })}</li>}
      </ul>
      {quantities.length > 0 && (
        <ReportTable
          headings={[
            t('upload:report.gtin'),
            t('upload:report.description'),
            t('suspicious.now'),
            t('suspicious.before'),
          ]}
          numeric={[2, 3]}
          rows={quantities.map(({ gtin, description, perMonth, earlierPerMonth }) => [
            gtin ?? '',
            description ?? '',
            formatAmount(perMonth),
            formatAmount(earlierPerMonth),
          ])}
          total={quantities.length}
        />
      )}
    </Callout>
  );
}

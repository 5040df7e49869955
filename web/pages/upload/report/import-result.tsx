import { Callout } from '@blueprintjs/core';
import { TickCircle, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ImportReport } from '../../../api/preview.ts';
import type { UploadResult } from '../../../api/upload.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { addedUp } from '../preview/column-choice.ts';
import { ReportDetails } from './report-details.tsx';

/** What became of an uploaded file: the outcome, the key figures, then what deserves a look. */
export function ImportResult({ fileName, result }: { fileName: string; result: UploadResult }) {
  const { t } = useTranslation(['upload', 'preview']);
  const { report, warnings, bezugsStatistik: statistic } = result;
  // A match is remembered for the customer, whom a test upload has none of.
  const canBeMatched = !statistic.testUpload && Boolean(statistic.customerExternalId);
  return (
    <div className="stack gap-4 import-result">
      <Callout role="status" intent="success" icon={<TickCircle />}>
        <strong>{t('report.success', { file: fileName })}</strong>
      </Callout>
      <KeyFigures report={report} />
      {warnings.length > 0 && (
        <Callout intent="warning" icon={<WarningSign />}>
          <ul className="import-result__warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Callout>
      )}
      <ReportDetails report={report} {...(canBeMatched && { directLinkId: statistic.directLinkId })} />
      <p className="note import-result__source">
        {t(report.headingRow ? 'report.source' : 'report.sourceUnheaded', {
          sheet: report.sheet,
          row: report.headingRow,
          columns: [...Map.groupBy(report.columns, ({ field }) => field).values()]
            .map((columns) =>
              addedUp(
                columns.map(({ field, column, heading }) =>
                  t('report.column', { column, heading: heading || t(`preview:field.${field}`) }),
                ),
              ),
            )
            .join(', '),
        })}
      </p>
    </div>
  );
}

function KeyFigures({ report }: { report: ImportReport }) {
  const { t } = useTranslation('upload');
  const figures = [
    ['rowsRead', report.rowsRead],
    ['imported', report.imported],
    ['matchedByGtin', report.matchedByGtin],
    ['matchedByPharmacode', report.matchedByPharmacode],
    ...(report.matchedByHand ? ([['matchedByHand', report.matchedByHand]] as const) : []),
    ['unmatched', report.unmatched.total],
    ['skipped', report.skipped.total],
  ] as const;
  return (
    <dl className="import-result__figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`report.${name}`)}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

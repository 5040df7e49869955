import { Button, Callout, Spinner } from '@blueprintjs/core';
import { Download, WarningSign } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.ts';
import {
  downloadProblems,
  type FilePreview,
  type PreviewRequest,
  previewQuery,
  type ShownSheet,
  type Suspicion,
  shownSheets,
} from '../../../api/preview.ts';
import { isPassing } from '../../../api/query-client.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useDebounced } from '../../../components/loading/use-debounced.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { EarlierLink } from '../form/overlap-question.tsx';
import { monthsBetween, type StatisticForm } from '../form/statistic-form.ts';
import { Doubts, ReportDetails, ReportTable } from '../report/report-details.tsx';
import { UploadFailure } from '../upload-progress.tsx';
import { automatic, ColumnFields, ColumnsByHand, type ReadingChoice } from './column-fields.tsx';
import { SheetTable } from './sheet-table.tsx';

interface FilePreviewPartProps {
  preview: ReturnType<typeof useFilePreview>;
  onChoose: (choice: ReadingChoice) => void;
}

export const previewTitleId = 'file-preview-title';

/** What the file would become, before anything is saved; or what is needed to find out. */
export function FilePreviewPart({ preview, onChoose }: FilePreviewPartProps) {
  const { t } = useTranslation('preview');
  const { query, request } = preview;
  const sheets = useShownSheets(preview);
  const title = useRef<HTMLHeadingElement>(null);
  const isAsking = Boolean(sheets) || query.isError;
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    // What was focused is gone once the file is read, and nothing else has taken the focus by now.
    if (wasAsking.current && !isAsking && document.activeElement === document.body) title.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return (
    <section className="file-preview" aria-labelledby={previewTitleId} aria-busy={query.isFetching}>
      <h3 id={previewTitleId} ref={title} tabIndex={-1}>
        {t('title')}
        {query.isFetching && <Spinner size={16} aria-label={t('reading')} />}
      </h3>
      {query.isError && request && (
        <Refusal fileName={request.file.name} error={query.error} onRetry={query.refetch} />
      )}
      {query.isError && request && (request.columns || request.text) && (
        <Button variant="outlined" text={t('columns.automatic')} onClick={() => onChoose(automatic)} />
      )}
      {sheets && request && (
        <ColumnsByHand
          key={`${request.file.name} ${request.file.lastModified}`}
          sheets={sheets}
          tried={request.columns}
          chosenText={request.text}
          isReading={query.isFetching}
          onRead={onChoose}
        />
      )}
      {query.data && !query.isError && !sheets && (
        <Found preview={query.data} chosen={request ?? automatic} onChoose={onChoose} />
      )}
      {query.data && !query.isError && !sheets && request && hasProblems(query.data) && (
        <ProblemRows request={request} />
      )}
    </section>
  );
}

interface RefusalProps {
  fileName: string;
  error: unknown;
  onRetry: () => void;
}

/** Headings that nobody knows, or that leave it open, are a question to the user; everything else is a failure. */
function Refusal({ fileName, error, onRetry }: RefusalProps) {
  const { t } = useTranslation('preview');
  const question = error instanceof ApiFailure ? questions[error.code] : undefined;
  if (!question) {
    return (
      <UploadFailure fileName={fileName} error={error} onRetry={isOfTheFile(error) ? undefined : onRetry} />
    );
  }
  return (
    <Callout role="alert" intent="warning" icon={<WarningSign />}>
      <strong>{t(`byHand.${question}`)}</strong>
      <p>{(error as ApiFailure).message}</p>
    </Callout>
  );
}

/** Whether it is the file that was refused, which it will be again; what else has failed may be over by now. */
export function isOfTheFile(error: unknown): boolean {
  return error instanceof ApiFailure && !isPassing(error) && error.status !== 429;
}

const questions: Record<string, 'notRecognised' | 'whichQuantity'> = {
  import_no_heading: 'notRecognised',
  import_no_quantity_heading: 'notRecognised',
  import_no_identifier_heading: 'notRecognised',
  import_several_quantities: 'whichQuantity',
};

function hasProblems({ report }: FilePreview): boolean {
  return report.skipped.total + report.unmatched.total + report.totalRows.length > 0;
}

interface FoundProps {
  preview: FilePreview;
  chosen: ReadingChoice;
  onChoose: (choice: ReadingChoice) => void;
}

function Found({ preview, chosen, onChoose }: FoundProps) {
  const { t } = useTranslation(['preview', 'upload', 'portal']);
  const { report } = preview;
  const matched = report.matchedByGtin + report.matchedByPharmacode + (report.matchedByHand ?? 0);
  const percent = report.imported > 0 ? Math.round((100 * matched) / report.imported) : 0;
  return (
    <>
      <dl className="facts facts--across file-preview__figures">
        <div>
          <dt>{t('matchRate')}</dt>
          <dd>{report.imported > 0 ? `${percent}%` : '–'}</dd>
        </div>
        <div>
          <dt>{t('upload:report.imported')}</dt>
          <dd>{t('ofRows', { count: report.imported, rows: formatCount(report.rowsRead) })}</dd>
        </div>
        <div>
          <dt>{t('upload:report.quantity')}</dt>
          <dd>{t('portal:packs', { count: report.assortment.packs })}</dd>
        </div>
        <div>
          <dt>{t('upload:report.unmatched')}</dt>
          <dd>{formatCount(report.unmatched.total)}</dd>
        </div>
        <div>
          <dt>{t('upload:report.skipped')}</dt>
          <dd>{formatCount(report.skipped.total)}</dd>
        </div>
      </dl>
      {matched === 0 && (
        <Callout intent="warning" icon={<WarningSign />}>
          {t('nothingMatched')}
        </Callout>
      )}
      <Doubts notices={report.notices} />
      <Suspicions suspicious={preview.suspicious} />
      <ColumnFields preview={preview} chosen={chosen} onChoose={onChoose} />
      <details className="report-details__part">
        <summary>{t('firstRows')}</summary>
        <SheetTable
          columns={preview.headings.map(({ column, heading }) => ({ column, heading: heading || column }))}
          taken={preview.columns}
          rows={preview.rows.map((values) => ({ values }))}
        />
      </details>
      <ReportDetails report={report} />
    </>
  );
}

function ProblemRows({ request }: { request: Parameters<typeof downloadProblems>[0] }) {
  const { t } = useTranslation('preview');
  const saving = useMutation({ mutationFn: () => downloadProblems(request) });
  return (
    <>
      {saving.isError && <FailureNotice error={saving.error} />}
      <Button
        variant="outlined"
        icon={<Download />}
        text={t('problems')}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      />
    </>
  );
}

/** The sheets of a refused file, from the refusal until the file is read: what was begun by hand outlives new attempts. */
function useShownSheets({ query, request }: ReturnType<typeof useFilePreview>) {
  const [kept, setKept] = useState<{ file: File; sheets: ShownSheet[] } | null>(null);
  const file = request?.file;
  const sheets = query.isError ? shownSheets(query.error) : undefined;
  if (file && sheets && sheets !== kept?.sheets) setKept({ file, sheets });
  else if (kept && (kept.file !== file || (query.isSuccess && !query.isPlaceholderData))) setKept(null);
  return kept?.sheets;
}

/** What deserves a second look before saving; none of it keeps from saving. */
function Suspicions({ suspicious }: { suspicious: readonly Suspicion[] }) {
  const { t } = useTranslation(['preview', 'upload']);
  if (suspicious.length === 0) return null;
  const quantities = suspicious.filter((each) => each.kind === 'quantity');
  const statistics = suspicious.filter((each) => each.kind !== 'quantity');
  return (
    <Callout role="status" intent="warning" icon={<WarningSign />}>
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

/** The dry run of the chosen file with what is entered so far; it follows the entries while they are shown. */
export function useFilePreview(form: StatisticForm, isShown: boolean) {
  const months = monthsBetween(form);
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = form;
  const time = { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
  const noTime = { timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null };
  const key = JSON.stringify([form.customerExternalId.trim(), months !== null && months > 0 ? time : noTime]);
  const [customerExternalId, range] = JSON.parse(useDebounced(key, 400)) as [string, typeof time];
  const request: PreviewRequest | null =
    isShown && form.file
      ? { file: form.file, customerExternalId, ...range, columns: form.columns, text: form.text }
      : null;
  return { request, query: useQuery(previewQuery(request)) };
}

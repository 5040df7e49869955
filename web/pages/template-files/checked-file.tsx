import { Button, Callout, FormGroup, TextArea } from '@blueprintjs/core';
import { Download, WarningSign } from '@blueprintjs/icons';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  downloadTemplateProblems,
  type TemplateCheck,
  templateProblemsQuery,
} from '../../api/template-files.ts';
import { FailureNotice, failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure } from '../../components/feedback/toasts.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate, formatFileSize } from '../../i18n/formats.ts';

interface CheckedFileProps {
  check: TemplateCheck;
  reason: string;
  isSaving: boolean;
  onReason: (reason: string) => void;
}

/** What a file would be beside the one in use, what is suspicious about it, and the rows with problems. */
export function CheckedFile({ check, reason, isSaving, onReason }: CheckedFileProps) {
  const { t } = useTranslation('templateFiles');
  const reasonId = useId();
  const { last, guards, facts } = check;
  const rows: [label: string, now: string, before: string][] = [
    [t('facts.file'), check.fileName, last?.fileName ?? '–'],
    [t('facts.size'), formatFileSize(check.size), last ? formatFileSize(last.size) : '–'],
  ];
  if (check.rows !== null) {
    rows.push([t('facts.date'), formatDate(check.date), formatDate(last?.date)]);
    rows.push([t('facts.rows'), formatCount(check.rows), formatCount(last?.rows)]);
  }
  return (
    <>
      {check.isUsed && (
        <Callout intent="primary" role="status">
          {t('dialog.isUsed')}
        </Callout>
      )}
      {check.isSame && !check.isUsed && (
        <Callout intent="primary" role="status">
          {t('dialog.isSame')}
        </Callout>
      )}
      {guards.length > 0 && !check.isUsed && (
        <Callout intent="warning" icon={<WarningSign />}>
          <h3>{t('dialog.guarded')}</h3>
          <ul className="replace-dialog__list">
            {guards.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
          <FormGroup label={t('dialog.reason')} labelFor={reasonId} helperText={t('dialog.reasonHint')}>
            <TextArea
              id={reasonId}
              fill
              required
              maxLength={255}
              disabled={isSaving}
              value={reason}
              onChange={(event) => onReason(event.currentTarget.value)}
            />
          </FormGroup>
        </Callout>
      )}
      <div className="replace-dialog__facts">
        <ScrollingTable label={t('facts.title')}>
          <thead>
            <tr>
              <th scope="col">{t('facts.fact')}</th>
              <th scope="col">{t('facts.new')}</th>
              <th scope="col">{t('facts.last')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, now, before]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{now}</td>
                <td>{before}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </div>
      {facts.length > 0 && (
        <ul className="replace-dialog__list">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {check.rows !== null && <FileDifference check={check} />}
      {check.rows !== null && <ProblemRows check={check} />}
    </>
  );
}

const kinds = ['new', 'gone', 'changed'] as const;

/** What would change: rows new, gone and changed, with examples; of a list of stock-outs what it reports. */
function FileDifference({ check: { difference, list, last } }: { check: TemplateCheck }) {
  const { t } = useTranslation('templateFiles');
  return (
    <section>
      <h3>{t('difference.title')}</h3>
      {list && (
        <p>
          {t(list.last === null ? 'list.first' : 'list.change', {
            source: list.source,
            date: formatDate(list.date),
            last: formatDate(list.last),
            open: formatCount(list.open),
            added: formatCount(list.added),
            dropped: formatCount(list.dropped),
          })}
        </p>
      )}
      {list && list.unknown > 0 && (
        <p>{t('list.unknown', { count: list.unknown, formatted: formatCount(list.unknown) })}</p>
      )}
      {!last && <p>{t('difference.first')}</p>}
      {difference && kinds.every((kind) => difference[kind].count === 0) && <p>{t('difference.none')}</p>}
      {difference &&
        kinds
          .filter((kind) => difference[kind].count > 0)
          .map((kind) => <Samples key={kind} kind={kind} counted={difference[kind]} />)}
    </section>
  );
}

type Counted = NonNullable<TemplateCheck['difference']>['new'];

function Samples({ kind, counted: { count, samples } }: { kind: (typeof kinds)[number]; counted: Counted }) {
  const { t } = useTranslation('templateFiles');
  return (
    <details className="replace-dialog__samples">
      <summary>{t(`difference.${kind}`, { count, formatted: formatCount(count) })}</summary>
      {samples.length < count && <p className="note">{t('difference.some', { count: samples.length })}</p>}
      <ul>
        {samples.map(({ key, name, changes }) => (
          <li key={key}>
            {[key, name].filter(Boolean).join(' · ')}
            {changes.map((change) => (
              <div key={change} className="note">
                {change}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The rows of a checked file that are wrong or doubtful, some at a time, and all of them to save. */
function ProblemRows({ check: { id, key, problems } }: { check: TemplateCheck }) {
  const { t } = useTranslation('templateFiles');
  const { t: common } = useTranslation();
  const list = useInfiniteQuery({ ...templateProblemsQuery(key, id), enabled: problems.total > 0 });
  const saving = useMutation({
    mutationFn: () => downloadTemplateProblems(key, id),
    onError: (error) => showFailure(failureText(error, common)),
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (problems.total === 0) return <p>{t('problems.none')}</p>;
  return (
    <section className="stack gap-4">
      <h3>{t('problems.title')}</h3>
      <p>
        {t('problems.summary', { total: formatCount(problems.total), unused: formatCount(problems.unused) })}
        {problems.listed < problems.total &&
          ` ${t('problems.listed', { listed: formatCount(problems.listed) })}`}
      </p>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {rows.length > 0 && (
        <div className="replace-dialog__problems">
          <ScrollingTable label={t('problems.title')}>
            <thead>
              <tr>
                <th scope="col">{t('problems.row')}</th>
                <th scope="col">{t('problems.column')}</th>
                <th scope="col">{t('problems.value')}</th>
                <th scope="col">{t('problems.reason')}</th>
                <th scope="col">{t('problems.counts')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((problem, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row can have several problems; they keep their order.
                <tr key={place}>
                  <th scope="row">{formatCount(problem.row)}</th>
                  <td>{problem.column || '–'}</td>
                  <td>{problem.value || '–'}</td>
                  <td>{problem.reason}</td>
                  <td>{t(problem.used ? 'problems.yes' : 'problems.no')}</td>
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
        </div>
      )}
      <div className="row row--top">
        {list.hasNextPage && (
          <Button
            variant="outlined"
            text={t('problems.more')}
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          />
        )}
        <Button
          variant="outlined"
          icon={<Download />}
          text={t('problems.download')}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        />
      </div>
    </section>
  );
}

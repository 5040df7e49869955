import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  downloadTemplateProblems,
  type TemplateCheck,
  templateProblemsQuery,
} from '../../api/template-files.ts';
import { FailureNotice, failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure } from '../../components/feedback/toasts.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount } from '../../i18n/formats.ts';

/** The rows of a checked file that are wrong or doubtful, some at a time, and all of them to save. */
export function ProblemRows({ check: { id, key, problems } }: { check: TemplateCheck }) {
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
    <section className="replace-dialog__section">
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
      <div className="replace-dialog__buttons">
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

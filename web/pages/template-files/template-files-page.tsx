import { Button, Tag } from '@blueprintjs/core';
import { Download, Edit, History, Plus, Stop, Upload } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../api/client.ts';
import {
  downloadTemplateFile,
  endStockoutSource,
  type TemplateFile,
  templateFilesQuery,
} from '../../api/template-files.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice, failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure, showSuccess } from '../../components/feedback/toasts.ts';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { useHeldItem } from '../../components/tables/use-held-item.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import '../../components/forms/forms.css';
import './template-files-page.css';

const ReplaceDialog = lazyComponent(() => import('./replace-dialog.tsx'));
const SourceNameDialog = lazyComponent(() => import('./source-name-dialog.tsx'));
const VersionsDialog = lazyComponent(() => import('./versions-dialog.tsx'));

const groups = [
  'products',
  'stockouts',
  'customers',
  'templates',
  'documents',
] as const satisfies TemplateFile['group'][];

/** The files that the portal lives on: which ones count, and the way to replace them. Dialogs stand in the address. */
export function Component() {
  const { t } = useTranslation('templateFiles');
  const list = useQuery({ ...templateFilesQuery(), refetchOnMount: 'always' });
  // With the check of a file that is looked at: `bag-list.12`.
  const [replacing, close] = useDialog('replace');
  const [versions] = useDialog('versions');
  const [naming] = useDialog('source');
  const [ending] = useDialog('end');
  const fileOf = (asked: string | null | undefined) => list.data?.find(({ key }) => key === asked);
  const [replacedKey, check] = replacing?.split('.') ?? [];
  const replaced = fileOf(replacedKey);
  const looksBack = fileOf(versions);
  const named = useHeldItem(naming, fileOf(naming)?.stockoutSource ?? undefined);
  const doomed = fileOf(ending)?.stockoutSource;
  const end = useMutation({ mutationFn: endStockoutSource });

  return (
    <article className="template-files" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {end.isError && <FailureNotice error={end.error} className="failure-in-sight" />}
      {list.isPending && (
        <div className="bp6-skeleton" style={{ height: 420 }} role="status" aria-label={t('loading')} />
      )}
      {list.data &&
        groups.map((group) => (
          <section key={group}>
            <h2>{t(`group.${group}`)}</h2>
            <TemplateFilesTable
              label={t(`group.${group}`)}
              files={list.data.filter((file) => file.group === group)}
              onReplace={({ key }) => openDialog('replace', key)}
              onVersions={({ key }) => openDialog('versions', key)}
              onRename={({ key }) => openDialog('source', key)}
              onEnd={({ key }) => {
                end.reset();
                openDialog('end', key);
              }}
            />
            {group === 'stockouts' && (
              <Button
                className="template-files__add"
                variant="outlined"
                icon={<Plus />}
                text={t('source.add')}
                onClick={() => openDialog('source', 'new')}
              />
            )}
          </section>
        ))}
      {replaced && (
        <LazyDialog onClose={close}>
          <ReplaceDialog
            key={replaced.key}
            file={replaced}
            check={/^\d{1,9}$/.test(check ?? '') ? Number(check) : null}
            onCheck={(id) => openDialog('replace', id === null ? replaced.key : `${replaced.key}.${id}`)}
            onClose={close}
          />
        </LazyDialog>
      )}
      {(naming === 'new' || named) && (
        <LazyDialog onClose={close}>
          <SourceNameDialog key={naming} source={named ?? null} onClose={close} />
        </LazyDialog>
      )}
      {doomed && (
        <Question
          title={t('source.question', { name: doomed.name })}
          icon={<Stop size={32} />}
          confirm={t('source.end')}
          isBusy={end.isPending}
          onClose={close}
          onConfirm={() =>
            end.mutate(doomed.id, {
              onSuccess: () => showSuccess(t('source.ended', { name: doomed.name })),
              onSettled: close,
            })
          }
        >
          <p>{t('source.endText')}</p>
        </Question>
      )}
      {looksBack && (
        <LazyDialog onClose={close}>
          <VersionsDialog key={looksBack.key} file={looksBack} onClose={close} />
        </LazyDialog>
      )}
    </article>
  );
}

interface TemplateFilesTableProps {
  label: string;
  files: readonly TemplateFile[];
  onReplace: (file: TemplateFile) => void;
  onVersions: (file: TemplateFile) => void;
  /** Of the list of a source that administrators have named. */
  onRename: (file: TemplateFile) => void;
  onEnd: (file: TemplateFile) => void;
}

/** Which file each one is, when and by whom it was replaced, and what that changed. */
function TemplateFilesTable({ label, files, onReplace, onVersions, ...of }: TemplateFilesTableProps) {
  const { t } = useTranslation('templateFiles');
  return (
    <div className="cards template-files__table">
      <ScrollingTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('column.file')}</th>
            <th scope="col">{t('column.description')}</th>
            <th scope="col">{t('column.updated')}</th>
            <th scope="col">{t('column.action')}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.key}>
              <th scope="row">
                <strong>{file.name}</strong>
                <CurrentFile file={file} />
              </th>
              <td>{file.info.description}</td>
              <td>
                <LastUpdate file={file} />
              </td>
              <td>
                <div className="stack gap-1 template-files__actions">
                  <Button
                    size="small"
                    variant="outlined"
                    icon={<Upload />}
                    text={t('replace')}
                    aria-label={t('replaceOf', { name: file.name })}
                    onClick={() => onReplace(file)}
                  />
                  {file.hasVersions && (
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<History />}
                      text={t('versions')}
                      aria-label={t('versionsOf', { name: file.name })}
                      onClick={() => onVersions(file)}
                    />
                  )}
                  {file.stockoutSource && (
                    <>
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<Edit />}
                        text={t('source.rename')}
                        aria-label={t('source.renameOf', { name: file.stockoutSource.name })}
                        onClick={() => of.onRename(file)}
                      />
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<Stop />}
                        text={t('source.end')}
                        aria-label={t('source.endOf', { name: file.stockoutSource.name })}
                        onClick={() => of.onEnd(file)}
                      />
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  );
}

/** The name of the file that counts, also of one that the portal comes with, which saves it. */
function CurrentFile({ file: { key, info } }: { file: TemplateFile }) {
  const { t } = useTranslation('templateFiles');
  const { t: common } = useTranslation();
  const saving = useMutation({
    mutationFn: () => downloadTemplateFile(key),
    onError: (error) => showFailure(isNotFound(error) ? t('notFound') : failureText(error, common)),
  });
  const { filename } = info;
  if (!filename) return null;
  return (
    <Button
      size="small"
      variant="minimal"
      className="template-files__download"
      icon={<Download />}
      text={filename}
      loading={saving.isPending}
      aria-label={t('downloadOf', { file: filename })}
      onClick={() => saving.mutate()}
    />
  );
}

function LastUpdate({ file }: { file: TemplateFile }) {
  const { t } = useTranslation('templateFiles');
  const { current, builtIn, hasVersions, modificationDate, days, isLate } = file;
  if (!current) {
    const state = !builtIn ? 'never' : hasVersions ? 'builtInAgain' : 'builtIn';
    return <span className="note">{t(`own.${state}`)}</span>;
  }
  const { date, rows, usedBy, effect } = current;
  const facts = [
    usedBy && t('own.by', { name: usedBy }),
    date && !isLate && t('own.date', { date: formatDate(date) }),
    rows !== null && t('own.rows', { count: rows, formatted: formatCount(rows) }),
  ].filter(Boolean);
  return (
    <>
      <span>{formatDate(modificationDate)}</span>
      {isLate && days !== null && (
        <Tag minimal intent="warning">
          {t('own.age', { date: formatDate(date), count: days })}
        </Tag>
      )}
      {facts.length > 0 && <span className="note">{facts.join(' · ')}</span>}
      {effect && <span className="note">{effect}</span>}
    </>
  );
}

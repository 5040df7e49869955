import { Button, Tag } from '@blueprintjs/core';
import { Download, Edit, History, Plus, Stop, Upload } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../api/client.ts';
import {
  downloadTemplateFile,
  endStockoutSource,
  type TemplateFile,
  templateFilesQuery,
} from '../../api/template-files.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { FailureNotice, failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure, showSuccess } from '../../components/feedback/toasts.ts';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { addressHas, useAddress } from '../../components/navigation/use-address.ts';
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
  const { parameters, go: goTo } = useAddress();
  const fileOf = (name: string) => list.data?.find(({ key }) => key === parameters.get(name));
  const replaced = fileOf('replace');
  const looksBack = fileOf('versions');
  const check = idOf(parameters.get('check'));
  const naming = parameters.get('source');
  const named = useHeldItem(naming, fileOf('source')?.stockoutSource ?? undefined);
  const doomed = fileOf('end')?.stockoutSource;
  const ending = useMutation({ mutationFn: endStockoutSource });
  useFocusReturned(
    parameters.get('replace') ?? parameters.get('versions') ?? parameters.get('end') ?? naming,
  );

  /** A step in the history, so that Back undoes it; closing leaves no step to an open dialog. */
  function go(step: Record<string, string>) {
    const isClosing = Object.keys(step).length === 0;
    // What is being saved may be so when Back has closed its dialog and another one is open.
    if (isClosing && ![...parameters].every(([name, value]) => addressHas(name, value))) return;
    const none = Object.fromEntries([...parameters.keys()].map((name) => [name, null]));
    goTo({ ...none, ...step }, { replace: isClosing });
  }

  return (
    <article className="template-files" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {ending.isError && <FailureNotice error={ending.error} className="failure-in-sight" />}
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
              onReplace={({ key }) => go({ replace: key })}
              onVersions={({ key }) => go({ versions: key })}
              onRename={({ key }) => go({ source: key })}
              onEnd={({ key }) => {
                ending.reset();
                go({ end: key });
              }}
            />
            {group === 'stockouts' && (
              <Button
                id="replace-new"
                className="template-files__add"
                variant="outlined"
                icon={<Plus />}
                text={t('source.add')}
                onClick={() => go({ source: 'new' })}
              />
            )}
          </section>
        ))}
      {replaced && (
        <LazyDialog onClose={() => go({})}>
          <ReplaceDialog
            key={replaced.key}
            file={replaced}
            check={check}
            onCheck={(id) => go({ replace: replaced.key, ...(id === null ? {} : { check: String(id) }) })}
            onClose={() => go({})}
          />
        </LazyDialog>
      )}
      {(naming === 'new' || named) && (
        <LazyDialog onClose={() => go({})}>
          <SourceNameDialog key={naming} source={named ?? null} onClose={() => go({})} />
        </LazyDialog>
      )}
      {doomed && (
        <Question
          title={t('source.question', { name: doomed.name })}
          icon={<Stop size={32} />}
          confirm={t('source.end')}
          isBusy={ending.isPending}
          onClose={() => go({})}
          onConfirm={() =>
            ending.mutate(doomed.id, {
              onSuccess: () => showSuccess(t('source.ended', { name: doomed.name })),
              onSettled: () => go({}),
            })
          }
        >
          <p>{t('source.endText')}</p>
        </Question>
      )}
      {looksBack && (
        <LazyDialog onClose={() => go({})}>
          <VersionsDialog key={looksBack.key} file={looksBack} onClose={() => go({})} />
        </LazyDialog>
      )}
    </article>
  );
}

/** However a dialog was closed, by Back too, the focus returns to the row it was opened from. */
function useFocusReturned(open: string | null) {
  const was = useRef<string>(null);
  useEffect(() => {
    if (was.current !== null && open === null) {
      document.getElementById(`replace-${was.current}`)?.focus({ preventScroll: true });
    }
    was.current = open;
  }, [open]);
}

function idOf(text: string | null): number | null {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
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
    <div className="template-files__table">
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
                    id={`replace-${file.key}`}
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

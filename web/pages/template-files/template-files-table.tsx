import { Button, Tag } from '@blueprintjs/core';
import { Download, Edit, History, Stop, Upload } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../api/client.ts';
import { downloadTemplateFile, type TemplateFile } from '../../api/template-files.ts';
import { failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure } from '../../components/feedback/toasts.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';

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
export function TemplateFilesTable({ label, files, onReplace, onVersions, ...of }: TemplateFilesTableProps) {
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
                <div className="template-files__actions">
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
    return <span className="template-files__soft">{t(`own.${state}`)}</span>;
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
      {facts.length > 0 && <span className="template-files__soft">{facts.join(' · ')}</span>}
      {effect && <span className="template-files__soft">{effect}</span>}
    </>
  );
}

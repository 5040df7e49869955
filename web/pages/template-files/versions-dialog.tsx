import { Button, Tag } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  downloadTemplateFile,
  type TemplateFile,
  type TemplateVersion,
  takeBackTemplateFile,
  templateVersionsQuery,
} from '../../api/template-files.ts';
import { FailureNotice, failureText } from '../../components/failure-notice.tsx';
import { PortalDialog } from '../../components/portal-dialog.tsx';
import { showFailure } from '../../components/toasts.ts';
import { formatCount, formatDate, formatFileSize } from '../../i18n/formats.ts';
import { ReplacedFile } from './replaced-file.tsx';

interface VersionsDialogProps {
  file: TemplateFile;
  onClose: () => void;
}

/** Every version that was used: to save, and to use again. */
export default function VersionsDialog({ file, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('templateFiles');
  const versions = useQuery(templateVersionsQuery(file.key));
  const goingBack = useMutation({ mutationFn: (id: number) => takeBackTemplateFile(file.key, id) });
  return (
    <PortalDialog
      wide
      title={t('versionsOf', { name: file.name })}
      onClose={onClose}
      canClose={!goingBack.isPending}
      actions={<Button text={t('result.close')} disabled={goingBack.isPending} onClick={onClose} />}
    >
      <div className="replace-dialog">
        {file.group === 'stockouts' && <p className="template-files__soft">{t('version.list')}</p>}
        {goingBack.data && (
          <ReplacedFile result={goingBack.data} changesMergedProducts={file.info.changesMergedProducts} />
        )}
        {goingBack.isError && <FailureNotice intent="warning" error={goingBack.error} />}
        {versions.isError && <FailureNotice error={versions.error} onRetry={versions.refetch} />}
        {versions.isPending && (
          <div className="replace-dialog__room bp6-skeleton" role="status" aria-label={t('loading')} />
        )}
        {versions.data?.length === 0 && <p role="status">{t('version.none')}</p>}
        {versions.data && versions.data.length > 0 && (
          <ul className="template-versions">
            {versions.data.map((version) => (
              <Version
                key={version.id}
                fileKey={file.key}
                version={version}
                isBusy={goingBack.isPending}
                isTaken={goingBack.isPending && goingBack.variables === version.id}
                onAgain={() => goingBack.mutate(version.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </PortalDialog>
  );
}

interface VersionProps {
  fileKey: string;
  version: TemplateVersion;
  isBusy: boolean;
  /** It is being gone back to. */
  isTaken: boolean;
  onAgain: () => void;
}

function Version({ fileKey, version, isBusy, isTaken, onAgain }: VersionProps) {
  const { t } = useTranslation('templateFiles');
  const { t: common } = useTranslation();
  const { id, fileName, size, date, rows, usedAt, usedBy, reason, effect, isCurrent } = version;
  const used = formatDate(usedAt);
  const saving = useMutation({
    mutationFn: () => downloadTemplateFile(fileKey, id),
    onError: (error) => showFailure(failureText(error, common)),
  });
  const facts = [
    `${t('version.used', { date: used })}${usedBy ? ` ${t('own.by', { name: usedBy })}` : ''}`,
    date && t('own.date', { date: formatDate(date) }),
    rows !== null && t('own.rows', { count: rows, formatted: formatCount(rows) }),
    formatFileSize(size),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <strong>{fileName}</strong> {isCurrent && <Tag intent="success">{t('version.current')}</Tag>}
        <p className="template-files__soft">{facts.join(' · ')}</p>
        {effect && <p className="template-files__soft">{effect}</p>}
        {reason && <p className="template-files__soft">{t('version.reason', { reason })}</p>}
      </div>
      <div className="replace-dialog__buttons">
        <Button
          size="small"
          variant="minimal"
          icon={<Download />}
          text={t('download')}
          aria-label={t('downloadOf', { file: fileName })}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        />
        {!isCurrent && (
          <Button
            size="small"
            variant="outlined"
            text={t('version.again')}
            aria-label={t('version.againOf', { file: fileName, date: used })}
            disabled={isBusy}
            loading={isTaken}
            onClick={onAgain}
          />
        )}
      </div>
    </li>
  );
}

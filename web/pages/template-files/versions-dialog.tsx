import { Button, Tag } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  downloadTemplateFile,
  type TemplateFile,
  type TemplateVersion,
  takeBackTemplateFile,
  takeBuiltInFile,
  templateVersionsQuery,
} from '../../api/template-files.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice, failureText } from '../../components/feedback/failure-notice.tsx';
import { showFailure } from '../../components/feedback/toasts.ts';
import { useSinglePress } from '../../components/forms/use-single-press.ts';
import { formatCount, formatDate, formatFileSize } from '../../i18n/formats.ts';
import { ReplacedFile } from './replaced-file.tsx';

interface VersionsDialogProps {
  file: TemplateFile;
  onClose: () => void;
}

/** Every version that was used, and the file that the portal comes with: to save, and to use again. */
export default function VersionsDialog({ file, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('templateFiles');
  const versions = useQuery(templateVersionsQuery(file.key));
  const goingBack = useMutation({
    mutationFn: (to: Earlier) =>
      to === 'built-in' ? takeBuiltInFile(file.key) : takeBackTemplateFile(file.key, to),
  });
  const goBack = useSinglePress(goingBack);
  const backTo = (to: Earlier) => ({
    isBusy: goingBack.isPending,
    isTaken: goingBack.isPending && goingBack.variables === to,
    onAgain: () => goBack(to),
  });
  const builtIn = file.builtIn !== null && (
    <BuiltIn
      fileKey={file.key}
      fileName={file.builtIn}
      isCurrent={file.current === null}
      {...backTo('built-in')}
    />
  );
  return (
    <PortalDialog
      wide
      title={t('versionsOf', { name: file.name })}
      onClose={onClose}
      canClose={!goingBack.isPending}
      actions={<Button text={t('result.close')} disabled={goingBack.isPending} onClick={onClose} />}
    >
      <div className="replace-dialog">
        {file.group === 'stockouts' && <p className="note">{t('version.list')}</p>}
        {goingBack.data && (
          <ReplacedFile result={goingBack.data} changesMergedProducts={file.info.changesMergedProducts} />
        )}
        {goingBack.isError && <FailureNotice intent="warning" error={goingBack.error} />}
        {versions.isError && <FailureNotice error={versions.error} onRetry={versions.refetch} />}
        {versions.isPending && (
          <div className="bp6-skeleton" style={{ height: 260 }} role="status" aria-label={t('loading')} />
        )}
        {versions.data?.length === 0 && <p role="status">{t('version.none')}</p>}
        {versions.data && versions.data.length > 0 && (
          <ul className="plain-list template-versions">
            {file.current === null && builtIn}
            {versions.data.map((version) => (
              <Version
                key={version.id}
                fileKey={file.key}
                version={version}
                canUseAgain={!version.isCurrent || file.group === 'stockouts'}
                {...backTo(version.id)}
              />
            ))}
            {file.current !== null && builtIn}
          </ul>
        )}
      </div>
    </PortalDialog>
  );
}

/** What can be gone back to: a version by its number, or the file that the portal comes with. */
type Earlier = number | 'built-in';

interface GoingBack {
  isBusy: boolean;
  /** It is being gone back to. */
  isTaken: boolean;
  onAgain: () => void;
}

interface VersionProps extends GoingBack {
  fileKey: string;
  version: TemplateVersion;
  /** A list of stock-outs in use too: it is matched with the catalogue of today. */
  canUseAgain: boolean;
}

function Version({ fileKey, version, ...goingBack }: VersionProps) {
  const { t } = useTranslation('templateFiles');
  const { id, fileName, size, date, rows, usedAt, usedBy, reason, effect, isCurrent } = version;
  const used = formatDate(usedAt);
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
        <p className="note">{facts.join(' · ')}</p>
        {effect && <p className="note">{effect}</p>}
        {reason && <p className="note">{t('version.reason', { reason })}</p>}
      </div>
      <VersionButtons
        fileKey={fileKey}
        id={id}
        fileName={fileName}
        againLabel={t('version.againOf', { file: fileName, date: used })}
        {...goingBack}
      />
    </li>
  );
}

interface BuiltInProps extends GoingBack {
  fileKey: string;
  fileName: string;
  isCurrent: boolean;
}

/** The file that the portal comes with, which is always there to go back to. */
function BuiltIn({ fileKey, fileName, isCurrent, ...goingBack }: BuiltInProps) {
  const { t } = useTranslation('templateFiles');
  return (
    <li>
      <div>
        <strong>{fileName}</strong> {isCurrent && <Tag intent="success">{t('version.current')}</Tag>}
        <p className="note">{t('version.builtIn')}</p>
      </div>
      <VersionButtons
        fileKey={fileKey}
        id="built-in"
        fileName={fileName}
        canUseAgain={!isCurrent}
        againLabel={t('version.againBuiltIn', { file: fileName })}
        {...goingBack}
      />
    </li>
  );
}

interface VersionButtonsProps extends GoingBack {
  fileKey: string;
  id: Earlier;
  fileName: string;
  canUseAgain: boolean;
  againLabel: string;
}

function VersionButtons(props: VersionButtonsProps) {
  const { fileKey, id, fileName, canUseAgain, againLabel, isBusy, isTaken, onAgain } = props;
  const { t } = useTranslation('templateFiles');
  const { t: common } = useTranslation();
  const saving = useMutation({
    mutationFn: () => downloadTemplateFile(fileKey, id),
    onError: (error) => showFailure(failureText(error, common)),
  });
  return (
    <div className="row row--top">
      <Button
        size="small"
        variant="minimal"
        icon={<Download />}
        text={t('download')}
        aria-label={t('downloadOf', { file: fileName })}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      />
      {canUseAgain && (
        <Button
          size="small"
          variant="outlined"
          text={t('version.again')}
          aria-label={againLabel}
          disabled={isBusy}
          loading={isTaken}
          onClick={onAgain}
        />
      )}
    </div>
  );
}

import { Button, ProgressBar } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.ts';
import {
  type CheckProgress,
  checkTemplateFile,
  replaceTemplateFile,
  type TemplateFile,
  type TemplateReplaced,
  templateCheckQuery,
} from '../../api/template-files.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { FilePicker } from '../../components/forms/file-picker.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useSinglePress } from '../../components/forms/use-single-press.ts';
import { formatCount } from '../../i18n/formats.ts';
import { CheckedFile } from './checked-file.tsx';
import { ReplacedFile } from './replaced-file.tsx';

interface ReplaceDialogProps {
  file: TemplateFile;
  /** The checked file that is looked at; null: none is checked yet. */
  check: number | null;
  onCheck: (id: number | null) => void;
  onClose: () => void;
}

/** A file is chosen, checked and looked at; only then it is used. */
export default function ReplaceDialog({ file, check, onCheck, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation(['templateFiles', 'portal']);
  const checking = useCheck(file.key, onCheck);
  const draft = useDraft(`template-reason:${check}`, { reason: '' });
  const { reason } = draft.form;
  const checked = useQuery({ ...templateCheckQuery(file.key, check ?? 0), enabled: check !== null });
  const replacing = useMutation<TemplateReplaced, unknown, number>({
    mutationFn: (id) => replaceTemplateFile(file.key, id, reason.trim() || undefined),
    onSuccess: draft.forget,
    onError: (error) => {
      // Another file counts by now, or a guard sees more: the comparison is asked for once more.
      if (error instanceof ApiFailure && error.status === 409) checked.refetch();
    },
  });
  const replace = useSinglePress(replacing);
  const title = t('replaceOf', { name: file.name });
  if (replacing.data) {
    return (
      <PortalDialog
        title={t('result.title')}
        onClose={onClose}
        actions={<Button intent="primary" text={t('result.close')} onClick={onClose} />}
      >
        <ReplacedFile result={replacing.data} changesMergedProducts={file.info.changesMergedProducts} />
      </PortalDialog>
    );
  }
  if (checking.fileName) {
    return (
      <PortalDialog
        wide
        canClose={false}
        title={title}
        onClose={checking.stop}
        actions={<Button variant="outlined" text={t('dialog.stop')} onClick={checking.stop} />}
      >
        <Checking fileName={checking.fileName} progress={checking.progress} />
      </PortalDialog>
    );
  }
  if (check === null) {
    return (
      <PortalDialog
        wide
        title={title}
        onClose={onClose}
        actions={<Button variant="outlined" text={t('portal:action.cancel')} onClick={onClose} />}
      >
        <div className="stack gap-4 replace-dialog">
          <p>{file.info.description}</p>
          {checking.error !== null && <FailureNotice error={checking.error} />}
          <ChooseFile file={file} onChosen={checking.start} />
          <p className="note">{t('dialog.nothing')}</p>
        </div>
      </PortalDialog>
    );
  }
  const { data } = checked;
  const needsReason = Boolean(data && data.guards.length > 0);
  return (
    <PortalDialog
      wide
      title={title}
      onClose={onClose}
      canClose={!replacing.isPending}
      isKept={draft.isKept}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('dialog.another')}
            disabled={replacing.isPending}
            onClick={() => {
              draft.forget();
              onCheck(null);
            }}
          />
          <Button
            intent="primary"
            text={t('dialog.use')}
            loading={replacing.isPending}
            disabled={!data || data.isUsed || (needsReason && !reason.trim())}
            onClick={() => replace(check)}
          />
        </>
      }
    >
      <div className="stack gap-4 replace-dialog">
        {/* Of the file that is looked at, not of one before it. */}
        {replacing.isError && replacing.variables === check && (
          <FailureNotice intent="warning" error={replacing.error} />
        )}
        {checked.isError && <FailureNotice error={checked.error} onRetry={checked.refetch} />}
        {checked.isPending && (
          <div className="bp6-skeleton" style={{ height: 260 }} role="status" aria-label={t('loading')} />
        )}
        {data && (
          <CheckedFile
            check={data}
            reason={reason}
            isSaving={replacing.isPending}
            onReason={(given) => draft.change({ reason: given })}
          />
        )}
      </div>
    </PortalDialog>
  );
}

function ChooseFile({ file, onChosen }: { file: TemplateFile; onChosen: (chosen: File) => void }) {
  const { t } = useTranslation('templateFiles');
  const { validFileExtensions } = file.info;
  const extensions = validFileExtensions.join(', ');
  const size = formatCount(Math.floor(file.maxBytes / 1024 / 1024));

  function refusalOf(chosen: File): string | undefined {
    const name = chosen.name.toLowerCase();
    if (!validFileExtensions.some((extension) => name.endsWith(extension)))
      return t('dialog.extension', { extensions });
    return chosen.size > file.maxBytes ? t('dialog.tooLarge', { size }) : undefined;
  }

  return (
    <FilePicker
      label={t('dialog.choose')}
      hint={t('dialog.takes', { extensions, size })}
      accept={validFileExtensions.join(',')}
      file={null}
      refusalOf={refusalOf}
      onChange={onChosen}
    />
  );
}

const stages = ['sending', 'reading', 'saving'] as const satisfies CheckProgress['stage'][];

/** Share of the whole time that is over when a stage begins. */
const stageStart = { sending: 0, reading: 0.3, saving: 0.9 };

function Checking({ fileName, progress }: { fileName: string; progress: CheckProgress }) {
  const { t } = useTranslation('templateFiles');
  const next = stages[stages.indexOf(progress.stage) + 1];
  const start = stageStart[progress.stage];
  const value = start + ((next ? stageStart[next] : 1) - start) * progress.share;
  const label = t('dialog.checking', { file: fileName });
  return (
    <div className="stack gap-4 replace-dialog">
      <p>{label}</p>
      <ProgressBar intent="primary" value={value} aria-label={label} />
      <p role="status">{t(`stage.${progress.stage}`)}</p>
    </div>
  );
}

const notStarted: CheckProgress = { stage: 'sending', share: 0 };

/** One check at a time: start it, follow it, stop it; leaving the dialog stops it too. */
function useCheck(key: string, onChecked: (id: number) => void) {
  const [fileName, setFileName] = useState<string>();
  const [progress, setProgress] = useState(notStarted);
  const [error, setError] = useState<unknown>(null);
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function start(file: File) {
    const controller = new AbortController();
    underWay.current = controller;
    setError(null);
    setProgress(notStarted);
    setFileName(file.name);
    try {
      const { id } = await checkTemplateFile(key, file, setProgress, controller.signal);
      onChecked(id);
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    } finally {
      if (underWay.current === controller) setFileName(undefined);
    }
  }

  return { fileName, progress, error, start, stop: () => underWay.current?.abort() };
}

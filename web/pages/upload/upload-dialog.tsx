import { Button, Tag } from '@blueprintjs/core';
import { ArrowRight, TickCircle, Upload, WarningSign } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.ts';
import { shownSheets } from '../../api/preview.ts';
import type { User } from '../../api/session.ts';
import type { Statistic } from '../../api/statistics.ts';
import { type UploadProgress, type UploadResult, uploadStatistic } from '../../api/upload.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { NotKept } from '../../components/feedback/not-kept.tsx';
import { focusFirstInvalid } from '../../components/forms/focus-first-invalid.ts';
import { useGo } from '../../components/navigation/link.tsx';
import { CustomerFields, type FieldsProps } from './form/customer-fields.tsx';
import { OverlapQuestion, useOverlap } from './form/overlap-question.tsx';
import { ResponsibleFields } from './form/responsible-fields.tsx';
import { type Problem, problemsOf, type StatisticForm, toFormData } from './form/statistic-form.ts';
import { TimeRangeFields } from './form/time-range-fields.tsx';
import { rememberStep, useUnsentForm } from './form/use-unsent-form.ts';
import { UploadGuide } from './guide/upload-guide.tsx';
import { FilePreviewPart, isOfTheFile, previewTitleId, useFilePreview } from './preview/file-preview.tsx';
import { ImportResult } from './report/import-result.tsx';
import { UploadFailure, UploadProgressView } from './upload-progress.tsx';
import './upload-dialog.css';

interface UploadDialogProps {
  user: User;
  onImported: (statistic: Statistic) => void;
  onClose: () => void;
}

/** The instructions with the choice of files, the form, the progress, the report. After a failure the form is there again as it was filled in. */
export default function UploadDialog({ user, onImported, onClose }: UploadDialogProps) {
  const { t } = useTranslation(['upload', 'portal', 'preview']);
  const { form, change, guide, setGuide, isKept, forget } = useUnsentForm(user);
  const [isChecked, setChecked] = useState(false);
  const upload = useUpload((result) => {
    forget();
    rememberStep('files');
    onImported(result.bezugsStatistik);
  });
  const overlap = useOverlap(start);
  const preview = useFilePreview(form, !upload.isRunning && !upload.result);
  const problems = problemsOf(form);
  const formId = 'statistic-form';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (preview.query.isError && shownSheets(preview.query.error)) {
      document.getElementById(previewTitleId)?.focus();
    } else if (problems.length === 0) overlap.ask(form);
    else focusFirstInvalid(formId);
  }

  function start() {
    overlap.forget();
    upload.start(form);
  }

  function cancel() {
    forget();
    onClose();
  }

  if (guide) {
    return (
      <UploadGuide
        form={form}
        onChange={change}
        step={guide}
        onStep={setGuide}
        onDone={() => setGuide(null)}
        onClose={onClose}
      />
    );
  }
  if (upload.result) {
    return (
      <PortalDialog
        wide
        title={t('report.title')}
        onClose={onClose}
        actions={<ImportResultActions statistic={upload.result.bezugsStatistik} onClose={onClose} />}
      >
        <ImportResult fileName={form.file?.name ?? ''} result={upload.result} />
      </PortalDialog>
    );
  }
  if (upload.isRunning) {
    return (
      <PortalDialog
        wide
        canClose={false}
        title={t('form.title')}
        onClose={upload.stop}
        actions={<Button variant="outlined" text={t('progress.cancel')} onClick={upload.stop} />}
      >
        <UploadProgressView fileName={form.file?.name ?? ''} progress={upload.progress} />
      </PortalDialog>
    );
  }
  return (
    <PortalDialog
      wide
      title={t('form.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" text={t('portal:action.cancel')} onClick={cancel} />
          <Button
            type="submit"
            form={formId}
            intent="primary"
            icon={<Upload />}
            text={t('form.submit')}
            loading={overlap.isAsking}
          />
        </>
      }
    >
      {overlap.found.length > 0 && (
        <OverlapQuestion
          statistics={overlap.found}
          confirm={t('preview:overlap.confirm')}
          onConfirm={start}
          onClose={overlap.forget}
        />
      )}
      <form id={formId} noValidate onSubmit={submit}>
        {upload.error && !isSameRefusal(upload.error, preview.query.error) && (
          <UploadFailure fileName={form.file?.name ?? ''} error={upload.error} />
        )}
        {isChecked && problems.length > 0 && (
          <div className="visually-hidden" role="alert">
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{t(`problem.${problem}`)}</li>
              ))}
            </ul>
          </div>
        )}
        <FilesSummary
          form={form}
          isUnreadable={preview.query.isError && isOfTheFile(preview.query.error)}
          onChange={() => {
            overlap.forget();
            setGuide('files');
          }}
        />
        <FilePreviewPart preview={preview} onChoose={change} />
        {!isKept && <NotKept />}
        <StatisticFormFields form={form} problems={isChecked ? problems : []} onChange={change} />
      </form>
    </PortalDialog>
  );
}

/** What the preview says already of a file needs no second notice. */
function isSameRefusal(one: unknown, other: unknown): boolean {
  return one instanceof ApiFailure && other instanceof ApiFailure && one.code === other.code;
}

function ImportResultActions({ statistic, onClose }: { statistic: Statistic; onClose: () => void }) {
  const { t } = useTranslation(['upload', 'portal']);
  const go = useGo();
  return (
    <>
      <Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />
      <Button
        intent="primary"
        endIcon={<ArrowRight />}
        text={t('report.open')}
        // In its place: Back would open the dialog anew, with nothing in it.
        onClick={() => go(`/dashboard/${statistic.directLinkId}`, { replace: true })}
      />
    </>
  );
}

/** What is entered about a statistic; `problems` are shown where they belong. */
function StatisticFormFields({ form, onChange, problems }: FieldsProps & { problems: Problem[] }) {
  const { t } = useTranslation('upload');
  const textOf = (...names: Problem[]) => {
    const found = names.find((name) => problems.includes(name));
    return found && t(`problem.${found}`);
  };
  return (
    <>
      <CustomerFields form={form} onChange={onChange} problem={textOf('customer')} />
      <TimeRangeFields form={form} onChange={onChange} problem={textOf('timeRangeMissing', 'timeRange')} />
      <ResponsibleFields form={form} onChange={onChange} />
    </>
  );
}

interface FilesSummaryProps {
  form: StatisticForm;
  /** The server could not read the statistic. */
  isUnreadable: boolean;
  onChange: () => void;
}

/** Which files go with the entries, and the way back to choose others. */
function FilesSummary({ form, isUnreadable, onChange }: FilesSummaryProps) {
  const { t } = useTranslation(['upload', 'guide']);
  const files = [form.file, form.testUpload ? null : form.consentFile].filter((file) => file !== null);
  return (
    <div className="row gap-4 files-summary">
      <ul className="row gap-4 plain-list" aria-label={t('form.files')}>
        {files.map((file) => (
          <li key={file.name}>
            {isUnreadable && file === form.file ? <WarningSign /> : <TickCircle />} {file.name}
          </li>
        ))}
        {form.testUpload && (
          <li>
            <Tag minimal>{t('form.testUpload')}</Tag>
          </li>
        )}
      </ul>
      <Button variant="minimal" text={t('guide:files.change')} onClick={onChange} />
    </div>
  );
}

const notStarted: UploadProgress = { stage: 'sending', rows: 0, bytes: 0, totalBytes: 0 };

/** One upload at a time: start it, follow it, stop it. A stopped upload is no failure; leaving the page stops it too. */
function useUpload(onImported: (result: UploadResult) => void) {
  const [progress, setProgress] = useState(notStarted);
  // Of the upload that is under way: two presses can come before the first is drawn.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: ({ form, own: { signal } }: { form: StatisticForm; own: AbortController }) => {
      setProgress(notStarted);
      return uploadStatistic(toFormData(form), (made) => signal.aborted || setProgress(made), signal);
    },
    onSuccess: onImported,
    onSettled: (_result, _error, { own }) => {
      if (running.current === own) running.current = null;
    },
  });
  return {
    progress,
    start(form: StatisticForm) {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      mutation.mutate({ form, own });
    },
    stop: () => {
      running.current?.abort();
      running.current = null;
      mutation.reset();
    },
    isRunning: mutation.isPending,
    error: mutation.error,
    result: mutation.data,
  };
}

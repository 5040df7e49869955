import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownSheets } from '../../api/preview.ts';
import type { User } from '../../api/session.ts';
import type { Statistic } from '../../api/statistics.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { NotKept } from '../../components/feedback/not-kept.tsx';
import { focusFirstInvalid } from '../../components/forms/focus-first-invalid.ts';
import { OverlapQuestion } from './form/overlap-question.tsx';
import { problemsOf } from './form/statistic-form.ts';
import { StatisticFormFields } from './form/statistic-form-fields.tsx';
import { useOverlap } from './form/use-overlap.ts';
import { useUnsentForm } from './form/use-unsent-form.ts';
import { FilesSummary } from './guide/files-summary.tsx';
import { rememberStep } from './guide/guide-steps.ts';
import { UploadGuide } from './guide/upload-guide.tsx';
import { choiceOf } from './preview/column-choice.ts';
import { FilePreviewPart, previewTitleId } from './preview/file-preview.tsx';
import { useFilePreview } from './preview/use-file-preview.ts';
import { ImportResult } from './report/import-result.tsx';
import { ImportResultActions } from './report/import-result-actions.tsx';
import { UploadFailure } from './upload-failure.tsx';
import { UploadProgressView } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

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
    upload.start({ ...form, columns: columnsRead() });
  }

  function cancel() {
    forget();
    onClose();
  }

  /** What was remembered for the customer is read again only when it is sent. */
  function columnsRead() {
    const seen = preview.query.data;
    return form.columns ?? (seen?.remembered ? choiceOf(seen) : null);
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
        {upload.error && !preview.query.isError && (
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
        <FilesSummary form={form} isUnreadable={preview.query.isError} onChange={() => setGuide('files')} />
        <FilePreviewPart preview={preview} onChoose={(columns) => change({ columns })} />
        {!isKept && <NotKept />}
        <StatisticFormFields form={form} problems={isChecked ? problems : []} onChange={change} />
      </form>
    </PortalDialog>
  );
}

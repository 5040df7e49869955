import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import {
  consentName,
  mergeIntoLists,
  nonEmpty,
  replaceConsent,
  type Statistic,
} from '../../../api/statistics.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { UploadPicker } from '../form/upload-picker.tsx';

/** Adds or replaces the consent of an uploaded statistic. */
export default function ConsentDialog({ statistic, onClose }: { statistic: Statistic; onClose: () => void }) {
  const { t } = useTranslation(['manage', 'upload', 'portal']);
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: File) => replaceConsent(statistic.directLinkId, chosen),
    onSuccess: (answer) => {
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, nonEmpty(answer));
      announceChange(statistic.directLinkId);
      showSuccess(t('consent.saved', { file: consentName(answer) }));
      onClose();
    },
  });
  const current = consentName(statistic);

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (file) sending.mutate(file);
  }

  return (
    <PortalDialog
      title={t('consent.title')}
      onClose={onClose}
      canClose={!sending.isPending}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('portal:action.cancel')}
            disabled={sending.isPending}
            onClick={onClose}
          />
          <Button
            type="submit"
            form="consent-form"
            intent="primary"
            icon={<Upload />}
            text={t('consent.submit')}
            loading={sending.isPending}
          />
        </>
      }
    >
      <form id="consent-form" noValidate onSubmit={submit}>
        {sending.error && <FailureNotice error={sending.error} className="form-notice" />}
        <p>
          <strong>{statistic.customerName}</strong>
        </p>
        <UploadPicker
          isConsent
          label={t('upload:form.consentFile')}
          hint={current ? t('consent.replaces', { file: current }) : t('consent.none')}
          file={file}
          disabled={sending.isPending}
          problem={checked && !file ? t('upload:problem.consentFile') : undefined}
          onChange={setFile}
        />
      </form>
    </PortalDialog>
  );
}

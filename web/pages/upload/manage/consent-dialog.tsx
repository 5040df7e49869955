import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import { consentName, mergeIntoLists, replaceConsent, type Statistic } from '../../../api/statistics.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { UploadPicker } from '../form/upload-picker.tsx';

/** Adds or replaces the consent of an uploaded statistic. */
export default function ConsentDialog({ statistic, onClose }: { statistic: Statistic; onClose: () => void }) {
  const { t } = useTranslation(['manage', 'upload']);
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: File) => replaceConsent(statistic.directLinkId, chosen),
    onSuccess: (answer) => {
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, answer);
      showSuccess(t('consent.saved', { file: consentName(answer) }));
      onClose();
    },
    // Also where no answer came: it may be stored.
    onSettled() {
      announceChange(statistic.directLinkId);
    },
  });
  const current = consentName(statistic);

  function submit(): boolean {
    setChecked(true);
    if (!file) return false;
    sending.mutate(file);
    return true;
  }

  return (
    <FormDialog
      title={t('consent.title')}
      formId="consent-form"
      submit={t('consent.submit')}
      saving={sending}
      onSubmit={submit}
      onCancel={onClose}
      isUnsaved={file !== null}
      isKept
    >
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
    </FormDialog>
  );
}

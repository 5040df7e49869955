import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, refusedFields } from '../../api/client.ts';
import { type NamedSource, nameStockoutSource } from '../../api/template-files.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';

interface SourceNameDialogProps {
  /** null: a new one. */
  source: NamedSource | null;
  onClose: () => void;
}

const formId = 'stockout-source-form';

function isTaken(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 409;
}

/** Names a source of stock-out lists, or calls it otherwise. */
export default function SourceNameDialog({ source, onClose }: SourceNameDialogProps) {
  const { t } = useTranslation('templateFiles');
  const { form, change, isChanged, isKept, forget } = useDraft(`stockout-source:${source?.id ?? 'new'}`, {
    name: source?.name ?? '',
  });
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: (name: string) => nameStockoutSource(source?.id ?? null, name),
    onSuccess({ name }) {
      showSuccess(t('source.saved', { name }));
      close();
    },
  });
  const isEmpty = form.name.trim() === '';
  // Of a name that another source has the notice says so.
  const isRefused =
    (checked && isEmpty) || (refusedFields(saving.error).includes('name') && !isTaken(saving.error));

  function close() {
    forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    if (isEmpty) return false;
    saving.mutate(form.name);
    return true;
  }

  return (
    <FormDialog
      title={source ? t('source.renameOf', { name: source.name }) : t('source.add')}
      formId={formId}
      submit={t('source.save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={isChanged}
      isKept={isKept}
    >
      <TextField
        id="stockout-source-name"
        label={t('source.name')}
        value={form.name}
        required
        maxLength={60}
        problem={isRefused ? t('source.nameProblem') : undefined}
        hint={t('source.intro')}
        onChange={(name) => {
          saving.reset();
          change({ name });
        }}
      />
    </FormDialog>
  );
}

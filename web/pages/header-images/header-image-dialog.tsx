import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../api/client.ts';
import { addHeaderImage, type HeaderImage, headerImages } from '../../api/header-images.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { UploadPicker } from '../upload/form/upload-picker.tsx';

interface HeaderImageDialogProps {
  /** null: a new one, with its file; else only its name can change. */
  image: HeaderImage | null;
  onClose: () => void;
}

const formId = 'header-image-form';

/** Name and, of a new one, the file of a header image. */
export default function HeaderImageDialog({ image, onClose }: HeaderImageDialogProps) {
  const { t } = useTranslation('headerImages');
  const draft = useDraft(`header-image:${image?.id ?? 'new'}`, { name: image?.name ?? '' });
  const { name } = draft.form;
  const setName = (entered: string) => draft.change({ name: entered });
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: () => (image ? headerImages.save(image.id, { name }) : addHeaderImage(name, file!)),
    onSuccess(saved) {
      showSuccess(t('saved', { name: saved.name }));
      close();
    },
  });
  const refused = refusedFields(saving.error);
  const isNameless = name.trim() === '';
  const lacksFile = !image && !file;

  function close() {
    draft.forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    saving.reset();
    if (isNameless || lacksFile) return false;
    saving.mutate();
    return true;
  }

  function take(chosen: File) {
    setFile(chosen);
    // A name that nobody has entered follows the file.
    if (isNameless || (file && name === nameOf(file))) setName(nameOf(chosen));
  }

  return (
    <FormDialog
      title={t(image ? 'edit' : 'add')}
      formId={formId}
      className="admin-form"
      submit={t('save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={draft.isChanged || file !== null}
      isKept={draft.isKept}
    >
      {!image && (
        <UploadPicker
          label={t('file')}
          hint={t('fileHint')}
          file={file}
          problem={checked && lacksFile ? t('problem.file') : undefined}
          onChange={take}
        />
      )}
      <TextField
        id="header-image-name"
        label={t('name')}
        required
        value={name}
        problem={
          checked && isNameless
            ? t('problem.name')
            : refused.includes('name')
              ? t('problem.taken')
              : undefined
        }
        onChange={setName}
      />
    </FormDialog>
  );
}

function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').slice(0, 255);
}

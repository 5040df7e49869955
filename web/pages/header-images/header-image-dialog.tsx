import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addHeaderImage, type HeaderImage, headerImages } from '../../api/header-images.ts';
import RecordForm from '../../components/lists/record-form.tsx';
import { UploadPicker } from '../upload/form/upload-picker.tsx';

interface HeaderImageDialogProps {
  /** null: a new one, with its file; else only its name can change. */
  image: HeaderImage | null;
  onClose: () => void;
}

/** Name and, of a new one, the file of a header image. */
export default function HeaderImageDialog({ image, onClose }: HeaderImageDialogProps) {
  const { t } = useTranslation('headerImages');
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState(false);
  const lacksFile = !image && !file;
  return (
    <RecordForm
      calls={{
        ...headerImages,
        save: (item, { name = '' }) =>
          item ? headerImages.save(item, { name }) : addHeaderImage(name, file!),
      }}
      item={image}
      kind="header-image"
      title={t(image ? 'edit' : 'add')}
      isUnsaved={file !== null}
      complete={(form) => {
        setChecked(true);
        return lacksFile ? null : form;
      }}
      parts={[
        {
          name: 'name',
          kind: 'text',
          label: t('name'),
          required: true,
          problem: t('problem.name'),
          taken: t('problem.taken'),
        },
      ]}
      onClose={onClose}
    >
      {({ name }, change) =>
        !image && (
          <UploadPicker
            label={t('file')}
            hint={t('fileHint')}
            file={file}
            problem={checked && lacksFile ? t('problem.file') : undefined}
            onChange={(chosen) => {
              setFile(chosen);
              // A name that nobody has entered follows the file.
              if (String(name).trim() === '' || (file && name === nameOf(file)))
                change({ name: nameOf(chosen) });
            }}
          />
        )
      }
    </RecordForm>
  );
}

function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').slice(0, 255);
}

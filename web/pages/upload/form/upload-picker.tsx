import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LARGEST_FILE } from '#shared/limits.ts';
import { FilePicker } from '../../../components/forms/file-picker.tsx';
import { formatFileSize } from '../../../i18n/formats.ts';
import { isPdfOrPictureFile } from './take-files.ts';

interface UploadPickerProps extends Omit<ComponentProps<typeof FilePicker>, 'refusalOf'> {
  /** Takes PDF and pictures, by content. */
  isConsent?: boolean;
}

/** Takes one file of an upload, and refuses what is empty, too large or of another type. `accept`: endings, e.g. ".xlsx,.csv". */
export function UploadPicker({ isConsent = false, ...props }: UploadPickerProps) {
  const { t } = useTranslation('upload');
  const { accept } = props;

  async function refusalOf(file: File): Promise<string | undefined> {
    const { name, size } = file;
    const isOther = accept && !accept.split(',').some((ending) => name.toLowerCase().endsWith(ending));
    if (isOther) return t('problem.fileType', { endings: accept.replaceAll(',', ', ') });
    if (size === 0) return t('problem.empty', { file: name });
    if (size > LARGEST_FILE) return t('problem.max_size_exceded', { size: formatFileSize(size) });
    if (isConsent && (await isPdfOrPictureFile(file)) === false)
      return t('problem.consentType', { file: name });
    return undefined;
  }

  return <FilePicker {...props} refusalOf={refusalOf} />;
}

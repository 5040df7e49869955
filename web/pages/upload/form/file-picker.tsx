import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePicker as AnyFilePicker } from '../../../components/file-picker.tsx';
import { formatFileSize } from '../../../i18n/formats.ts';
import { largestFile } from './statistic-form.ts';

/** Takes one file of an upload, and refuses what is too large or of another type. `accept`: one ending, e.g. ".xlsx". */
export function FilePicker(props: Omit<ComponentProps<typeof AnyFilePicker>, 'refusalOf'>) {
  const { t } = useTranslation('upload');
  const { accept } = props;

  function refusalOf({ name, size }: File): string | undefined {
    if (accept && !name.toLowerCase().endsWith(accept)) return t('problem.fileType');
    if (size > largestFile) return t('problem.max_size_exceded', { size: formatFileSize(size) });
    return undefined;
  }

  return <AnyFilePicker {...props} refusalOf={refusalOf} />;
}

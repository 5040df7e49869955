import { Button, Tag } from '@blueprintjs/core';
import { TickCircle, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { StatisticForm } from '../form/statistic-form.ts';

interface FilesSummaryProps {
  form: StatisticForm;
  /** The server could not read the statistic. */
  isUnreadable: boolean;
  onChange: () => void;
}

/** Which files go with the entries, and the way back to choose others. */
export function FilesSummary({ form, isUnreadable, onChange }: FilesSummaryProps) {
  const { t } = useTranslation(['upload', 'guide']);
  const files = [form.file, form.testUpload ? null : form.consentFile].filter((file) => file !== null);
  return (
    <div className="files-summary">
      <ul aria-label={t('form.files')}>
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

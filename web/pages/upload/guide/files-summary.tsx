import { Button, Tag } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { StatisticForm } from '../form/statistic-form.ts';

interface FilesSummaryProps {
  form: StatisticForm;
  onChange: () => void;
}

/** Which files go with the entries, and the way back to choose others. */
export function FilesSummary({ form, onChange }: FilesSummaryProps) {
  const { t } = useTranslation(['upload', 'guide']);
  const files = [form.file, form.testUpload ? null : form.consentFile].filter((file) => file !== null);
  return (
    <div className="files-summary">
      <ul aria-label={t('form.files')}>
        {files.map((file) => (
          <li key={file.name}>
            <TickCircle /> {file.name}
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

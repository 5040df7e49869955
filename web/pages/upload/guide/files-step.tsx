import { Checkbox } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { FieldsProps } from '../form/customer-fields.tsx';
import { FilePicker } from '../form/file-picker.tsx';

/** Consent, then Excel; a test upload needs no consent. Choosing the Excel file leads on. */
export function FilesStep({ form, onChange, onDone }: FieldsProps & { onDone: () => void }) {
  const { t } = useTranslation(['upload', 'guide']);
  const consentMissing = !form.testUpload && !form.consentFile;
  return (
    <>
      <p>{t('guide:files.text')}</p>
      <Checkbox
        checked={form.testUpload}
        onChange={(event) => onChange({ testUpload: event.currentTarget.checked })}
      >
        {t('form.testUpload')} <span className="form-hint">{t('form.testUploadText')}</span>
      </Checkbox>
      <div className="form-row">
        {!form.testUpload && (
          <FilePicker
            isConsent
            label={t('form.consentFile')}
            hint={t('form.consentFileText')}
            file={form.consentFile}
            onChange={(consentFile) => onChange({ consentFile })}
          />
        )}
        <FilePicker
          label={t('form.excelFile')}
          hint={consentMissing ? t('form.consentFirst') : t('form.excelFileText')}
          accept=".xlsx"
          file={form.file}
          disabled={consentMissing}
          onChange={(file) => {
            onChange({ file, columns: null });
            onDone();
          }}
        />
      </div>
    </>
  );
}

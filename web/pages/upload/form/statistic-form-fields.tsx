import { Checkbox } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { CustomerFields, type FieldsProps } from './customer-fields.tsx';
import { FilePicker } from './file-picker.tsx';
import { ResponsibleFields } from './responsible-fields.tsx';
import type { Problem } from './statistic-form.ts';
import './statistic-form-fields.css';
import { TimeRangeFields } from './time-range-fields.tsx';

/** All fields of the upload; `problems` are shown where they belong. */
export function StatisticFormFields({ form, onChange, problems }: FieldsProps & { problems: Problem[] }) {
  const { t } = useTranslation('upload');
  const textOf = (...names: Problem[]) => {
    const found = names.find((name) => problems.includes(name));
    return found && t(`problem.${found}`);
  };
  const consentMissing = !form.testUpload && !form.consentFile;
  return (
    <>
      <fieldset className="form-part">
        <legend>{t('form.files')}</legend>
        <Checkbox
          checked={form.testUpload}
          onChange={(event) => onChange({ testUpload: event.currentTarget.checked })}
        >
          {t('form.testUpload')} <span className="form-hint">{t('form.testUploadText')}</span>
        </Checkbox>
        <div className="form-row">
          {!form.testUpload && (
            <FilePicker
              label={t('form.consentFile')}
              hint={t('form.consentFileText')}
              file={form.consentFile}
              problem={textOf('consentFile')}
              onChange={(consentFile) => onChange({ consentFile })}
            />
          )}
          <FilePicker
            label={t('form.excelFile')}
            hint={consentMissing ? t('form.consentFirst') : t('form.excelFileText')}
            accept=".xlsx"
            file={form.file}
            disabled={consentMissing}
            problem={consentMissing ? undefined : textOf('file')}
            onChange={(file) => onChange({ file })}
          />
        </div>
      </fieldset>
      <CustomerFields form={form} onChange={onChange} problem={textOf('customer')} />
      <TimeRangeFields form={form} onChange={onChange} problem={textOf('timeRangeMissing', 'timeRange')} />
      <ResponsibleFields form={form} onChange={onChange} />
    </>
  );
}

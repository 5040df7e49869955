import { useTranslation } from 'react-i18next';
import { CustomerFields, type FieldsProps } from './customer-fields.tsx';
import { ResponsibleFields } from './responsible-fields.tsx';
import type { Problem } from './statistic-form.ts';
import './statistic-form-fields.css';
import { TimeRangeFields } from './time-range-fields.tsx';

/** What is entered about a statistic; `problems` are shown where they belong. */
export function StatisticFormFields({ form, onChange, problems }: FieldsProps & { problems: Problem[] }) {
  const { t } = useTranslation('upload');
  const textOf = (...names: Problem[]) => {
    const found = names.find((name) => problems.includes(name));
    return found && t(`problem.${found}`);
  };
  return (
    <>
      <CustomerFields form={form} onChange={onChange} problem={textOf('customer')} />
      <TimeRangeFields form={form} onChange={onChange} problem={textOf('timeRangeMissing', 'timeRange')} />
      <ResponsibleFields form={form} onChange={onChange} />
    </>
  );
}

import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useFirstYear, yearChoices } from '../../../components/hooks/use-first-year.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import type { FieldsProps } from './customer-fields.tsx';
import { lastMonths, monthsBetween } from './statistic-form.ts';

type TimeField = `time${'Month' | 'Year'}${'From' | 'To'}`;

const months = Array.from({ length: 12 }, (_, index) => index + 1);

export function TimeRangeFields({ form, onChange, problem }: FieldsProps & { problem: string | undefined }) {
  const { t, i18n } = useTranslation('upload');
  const today = useToday();
  const thisYear = Number(today.slice(0, 4));
  const years = yearChoices(thisYear, useFirstYear());
  const offered = [
    { text: String(thisYear - 1), range: lastMonths(12, `${thisYear}-01-01`) },
    { text: t('form.lastMonths', { count: 12 }), range: lastMonths(12, today) },
  ];
  const monthNames = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
  const duration = monthsBetween(form);
  const invalid = duration !== null && duration <= 0 ? t('problem.duration') : undefined;
  const isInvalid = (field: TimeField) => invalid !== undefined || (problem !== undefined && !form[field]);
  return (
    <fieldset className="form-part">
      <legend>{t('form.timeRange')}</legend>
      <div className="row gap-4 row--top form-row">
        {(['From', 'To'] as const).map((end) => (
          <FormGroup key={end} label={t(`form.${end === 'From' ? 'from' : 'to'}`)}>
            <div className="month-and-year">
              <HTMLSelect
                fill
                aria-label={t(`form.month${end}`)}
                aria-invalid={isInvalid(`timeMonth${end}`)}
                value={form[`timeMonth${end}`] ?? ''}
                onChange={(event) => onChange({ [`timeMonth${end}`]: numberOf(event.currentTarget.value) })}
              >
                <option value="">{t('form.month')}</option>
                {months.map((month) => (
                  <option key={month} value={month}>
                    {monthNames.format(Date.UTC(2025, month - 1))}
                  </option>
                ))}
              </HTMLSelect>
              <HTMLSelect
                fill
                aria-label={t(`form.year${end}`)}
                aria-invalid={isInvalid(`timeYear${end}`)}
                value={form[`timeYear${end}`] ?? ''}
                onChange={(event) => onChange({ [`timeYear${end}`]: numberOf(event.currentTarget.value) })}
              >
                <option value="">{t('form.year')}</option>
                {years.map((year) => (
                  <option key={year} value={year}>
                    {year}
                  </option>
                ))}
              </HTMLSelect>
            </div>
          </FormGroup>
        ))}
      </div>
      <div className="row row--top offered-ranges">
        {offered.map(({ text, range }) => (
          <Button key={text} size="small" variant="outlined" text={text} onClick={() => onChange(range)} />
        ))}
      </div>
      {(invalid ?? problem) && (
        <p className="form-problem" role={invalid ? 'alert' : undefined}>
          {invalid ?? problem}
        </p>
      )}
    </fieldset>
  );
}

function numberOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

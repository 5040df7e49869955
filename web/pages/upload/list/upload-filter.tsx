import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { StatisticFilter } from '../../../api/statistics.ts';
import { DayField } from '../../../components/day-field/day-field.tsx';

export const noFilter: StatisticFilter = { customerName: '', customerExternalId: '', user: '', date: '' };

interface UploadFilterProps {
  filter: StatisticFilter;
  isChanged: boolean;
  onChange: (changed: Partial<StatisticFilter>) => void;
  onReset: () => void;
}

export function UploadFilter({ filter, isChanged, onChange, onReset }: UploadFilterProps) {
  const { t } = useTranslation('upload');
  const fields = ['customerName', 'customerExternalId', 'user'] as const;
  return (
    <search className="upload-filter" aria-label={t('filter.label')}>
      {fields.map((field) => (
        <FormGroup key={field} label={t(`filter.${field}`)} labelFor={`filter-${field}`}>
          <InputGroup
            id={`filter-${field}`}
            maxLength={255}
            value={filter[field]}
            onValueChange={(value) => onChange({ [field]: value })}
          />
        </FormGroup>
      ))}
      <FormGroup label={t('filter.date')} labelFor="filter-date">
        <DayField id="filter-date" day={filter.date} onChange={(date) => onChange({ date })} />
      </FormGroup>
      {isChanged && <Button variant="minimal" icon={<Reset />} text={t('filter.reset')} onClick={onReset} />}
    </search>
  );
}

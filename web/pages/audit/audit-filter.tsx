import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { auditChoicesQuery, type AuditFilter as Filter } from '../../api/audit.ts';
import { DayField } from '../../components/forms/day-field/day-field.tsx';
import { useAuditWords } from './audit-words.ts';

export const noFilter: Filter = { person: '', kind: '', from: '', to: '', text: '' };

interface AuditFilterProps {
  filter: Filter;
  isChanged: boolean;
  onChange: (changed: Partial<Filter>) => void;
  onReset: () => void;
}

export function AuditFilter({ filter, isChanged, onChange, onReset }: AuditFilterProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { data: choices } = useQuery({ ...auditChoicesQuery, refetchOnMount: 'always' });
  const persons = choices?.persons.map(({ id, name }) => ({
    value: id === null ? 'none' : String(id),
    label: name || t('nobody'),
  }));
  const kinds = choices?.kinds.map((kind) => ({ value: kind, label: words.kind(kind) }));
  return (
    <search className="audit-filter" aria-label={t('filter.label')}>
      <Choice name="person" value={filter.person} options={persons ?? []} onChange={onChange} />
      <Choice name="kind" value={filter.kind} options={kinds ?? []} onChange={onChange} />
      {(['from', 'to'] as const).map((name) => (
        <FormGroup key={name} label={t(`filter.${name}`)} labelFor={`audit-${name}`}>
          <DayField id={`audit-${name}`} day={filter[name]} onChange={(day) => onChange({ [name]: day })} />
        </FormGroup>
      ))}
      <FormGroup label={t('filter.text')} labelFor="audit-text">
        <InputGroup
          id="audit-text"
          maxLength={255}
          value={filter.text}
          onValueChange={(text) => onChange({ text })}
        />
      </FormGroup>
      {isChanged && <Button variant="minimal" icon={<Reset />} text={t('filter.reset')} onClick={onReset} />}
    </search>
  );
}

interface ChoiceProps {
  name: 'person' | 'kind';
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: AuditFilterProps['onChange'];
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation('audit');
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <FormGroup label={t(`filter.${name}`)} labelFor={`audit-${name}`}>
      <HTMLSelect
        fill
        id={`audit-${name}`}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      >
        <option value="">{t('filter.all')}</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

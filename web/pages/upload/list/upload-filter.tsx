import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Filter, Reset } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Person, userListQuery } from '../../../api/people.ts';
import type { User } from '../../../api/session.ts';
import type { StatisticFilter } from '../../../api/statistics.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { FindField } from '../../../components/tables/find-field.tsx';
import { formatCount } from '../../../i18n/formats.ts';

export const noFilter: StatisticFilter = {
  search: '',
  customerName: '',
  customerExternalId: '',
  user: '',
  date: '',
};

interface UploadFilterProps {
  user: User;
  filter: StatisticFilter;
  isChanged: boolean;
  onChange: (changed: Partial<StatisticFilter>) => void;
  onReset: () => void;
}

/** One field for most, and five behind a button for who wants just one of them. */
export function UploadFilter({ user, filter, isChanged, onChange, onReset }: UploadFilterProps) {
  const { t } = useTranslation('upload');
  const { search, ...byField } = filter;
  const set = Object.values(byField).filter(Boolean).length;
  const [isOpen, setOpen] = useState(set > 0);
  const fields = ['customerName', 'customerExternalId', 'user'] as const;
  const { people, error, refetch } = useOfferedPeople(user);
  // One parameter of the API: a name that is typed, or the id of somebody who is chosen.
  const chosen = people.some(({ id }) => String(id) === filter.user) ? filter.user : '';
  return (
    <search className="upload-filter" aria-label={t('filter.label')}>
      <div className="upload-filter__front">
        <FindField
          text={search}
          setText={(text) => onChange({ search: text })}
          label={t('filter.search')}
          placeholder={t('filter.searchFor')}
        />
        <Button
          variant="outlined"
          icon={<Filter />}
          text={set > 0 ? t('filter.buttonSet', { set: formatCount(set) }) : t('filter.button')}
          aria-expanded={isOpen}
          aria-controls="upload-filter-fields"
          onClick={() => setOpen(!isOpen)}
        />
        {isChanged && (
          <Button variant="minimal" icon={<Reset />} text={t('filter.reset')} onClick={onReset} />
        )}
      </div>
      <div id="upload-filter-fields" className="upload-filter__fields" hidden={!isOpen}>
        {fields.map((field) => (
          <FormGroup key={field} label={t(`filter.${field}`)} labelFor={`filter-${field}`}>
            <InputGroup
              id={`filter-${field}`}
              maxLength={255}
              value={field === 'user' && chosen ? '' : filter[field]}
              onValueChange={(value) => onChange({ [field]: value })}
            />
          </FormGroup>
        ))}
        {people.length > 0 && (
          <FormGroup label={t('filter.person')} labelFor="filter-person">
            <HTMLSelect
              id="filter-person"
              value={chosen}
              onChange={(event) => onChange({ user: event.currentTarget.value })}
            >
              <option value="">{t('filter.anyone')}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        )}
        <FormGroup label={t('filter.date')} labelFor="filter-date">
          <DayField id="filter-date" day={filter.date} onChange={(date) => onChange({ date })} />
        </FormGroup>
        {error && <FailureNotice title={t('form.choicesIncomplete')} error={error} onRetry={refetch} />}
      </div>
    </search>
  );
}

/** Whose uploads somebody may want to see alone: for administrators everybody's, else one's own and those of one's people. */
function useOfferedPeople(user: User) {
  const isAdmin = user.role === 'Admin';
  const { data: everybody = [], error, refetch } = useQuery({ ...userListQuery, enabled: isAdmin });
  return { people: isAdmin ? everybody : oneselfAndOnesPeople(user), error: isAdmin ? error : null, refetch };
}

function oneselfAndOnesPeople(user: User): readonly Person[] {
  const others = [...user.subordinates, ...user.replacementFor].filter(({ id }) => id !== user.id);
  if (others.length === 0) return [];
  const byId = new Map(others.map((person) => [person.id, person]));
  const byName = [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'de-CH'));
  return [{ id: user.id, name: user.name }, ...byName];
}

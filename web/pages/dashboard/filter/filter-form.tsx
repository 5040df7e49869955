import { Button, Checkbox, Tab, Tabs } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterList } from './filter-list.tsx';
import {
  countFilters,
  type FilterChoice,
  type FilterGroup,
  type FilterOffer,
  type OptionGroup,
  toggled,
} from './filter-offer.ts';
import { useFilterTexts } from './use-filter-texts.ts';
import './filter-chips.css';

interface FilterFormProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onConsider: (filters: FilterChoice) => void;
  onApply: (filters: FilterChoice) => void;
  onClose: () => void;
}

/** Filters as a draft, which takes effect as a whole. */
export default function FilterForm({ directLinkId, offer, filters, ...on }: FilterFormProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const [draft, setDraft] = useState(filters);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[role=tab]')?.focus(), []);

  function change(next: FilterChoice) {
    setDraft(next);
    on.onConsider(next);
  }
  function apply(event: FormEvent) {
    event.preventDefault();
    on.onApply(draft);
  }
  const toggle = (group: FilterGroup, value: string) => change(toggled(draft, group, value));
  const tabTitle = (name: string, chosen: number) => (chosen ? `${name} (${chosen})` : name);
  const optionCount = (draft.general?.length ?? 0) + (draft.type?.length ?? 0);

  return (
    <div role="dialog" aria-labelledby={titleId}>
      <form ref={form} className="filter-form" onSubmit={apply}>
        <div className="filter-form__header">
          <h2 id={titleId}>{t('title')}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={on.onClose} />
        </div>
        <Tabs id={`${titleId}-tabs`} renderActiveTabPanelOnly className="filter-form__tabs" animate={false}>
          {offer.options.length > 0 && (
            <Tab
              id="options"
              disabled={false}
              title={tabTitle(t('tab.options'), optionCount)}
              panel={<GeneralOptions offer={offer} filters={draft} onToggle={toggle} />}
            />
          )}
          {offer.lists.map((group) => (
            <Tab
              key={group}
              id={group}
              disabled={false}
              title={tabTitle(t(`groups:${group}.filter`), draft[group]?.length ?? 0)}
              panel={
                <FilterList
                  directLinkId={directLinkId}
                  group={group}
                  stockOutSince={offer.stockOutSince}
                  chosen={draft[group] ?? []}
                  onChange={(values) => change({ ...draft, [group]: values })}
                />
              }
            />
          ))}
        </Tabs>
        <div className="filter-form__footer">
          <Button
            variant="minimal"
            text={t('clear')}
            disabled={countFilters(draft) === 0}
            onClick={() => change(Object.fromEntries(Object.keys(draft).map((group) => [group, []])))}
          />
          <Button type="submit" intent="primary" text={t('apply')} />
        </div>
      </form>
    </div>
  );
}

interface GeneralOptionsProps {
  offer: FilterOffer;
  filters: FilterChoice;
  onToggle: (group: OptionGroup, value: string) => void;
}

/** Options that narrow, and below them the origins, of which any may hold. */
function GeneralOptions({ offer, filters, onToggle }: GeneralOptionsProps) {
  const { t } = useTranslation('filters');
  const { optionText } = useFilterTexts();
  const groups = (['general', 'type'] as const)
    .map((group) => ({ group, options: offer.options.filter((option) => option.group === group) }))
    .filter(({ options }) => options.length > 0);
  return (
    <div className="filter-form__options">
      {groups.map(({ group, options }) => (
        <fieldset key={group}>
          <legend>{t(`group.${group}`)}</legend>
          {options.map(({ value }) => (
            <Checkbox
              key={value}
              label={optionText(value)}
              checked={filters[group]?.includes(value) ?? false}
              onChange={() => onToggle(group, value)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

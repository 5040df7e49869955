import { Button, Checkbox, Classes, Tab, Tabs } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { market } from '../../../api/changed-statistics.ts';
import { type FilterOption, filterListQuery, type ListedGroup } from '../../../api/filter-lists.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { OptionList } from '../../../components/forms/option-list.tsx';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import {
  countFilters,
  type FilterChoice,
  type FilterGroup,
  type FilterOffer,
  type OptionGroup,
  toggled,
} from './filter-offer.ts';
import { useFilterTexts } from './toolbar.tsx';
import './filter.css';

interface FilterFormProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
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

  function apply(event: FormEvent) {
    event.preventDefault();
    on.onApply(draft);
  }
  const toggle = (group: FilterGroup, value: string) => setDraft(toggled(draft, group, value));
  const tabTitle = (name: string, chosen: number) => (chosen ? `${name} (${chosen})` : name);
  const optionCount = (draft.general?.length ?? 0) + (draft.type?.length ?? 0);

  return (
    <div role="dialog" aria-labelledby={titleId}>
      <form ref={form} className="filter-form" onSubmit={apply}>
        <div className="row row--tight row--apart gap-3">
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
          {offer.groups.map((group) => (
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
                  onChange={(values) => setDraft({ ...draft, [group]: values })}
                />
              }
            />
          ))}
        </Tabs>
        <div className="row row--tight row--apart gap-3 filter-form__footer">
          <Button
            variant="minimal"
            text={t('clear')}
            disabled={countFilters(draft) === 0}
            onClick={() => setDraft(Object.fromEntries(Object.keys(draft).map((group) => [group, []])))}
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

interface FilterListProps {
  directLinkId: string;
  group: ListedGroup;
  /** The day since which choices of the market count their stock-outs; without one they count nothing. */
  stockOutSince: string | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The choices of one filter that the statistic fills. */
function FilterList({ directLinkId, group, stockOutSince, chosen, onChange }: FilterListProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const list = useQuery(filterListQuery(directLinkId, group, stockOutSince));
  const ofStockouts = stockOutSince === undefined ? null : 'stockouts';
  if (list.isError) return <FailureNotice error={list.error} onRetry={list.refetch} />;
  if (!list.data)
    return <div className={Classes.SKELETON} style={{ height: 'min(400px, 48dvh)' }} aria-hidden="true" />;
  if (list.data.length === 0) return <p className="nothing">{t('list.none')}</p>;
  return (
    <>
      <ChoiceList
        label={t(`groups:${group}.filter`)}
        options={list.data}
        chosen={chosen}
        onChange={onChange}
        counted={directLinkId === market ? ofStockouts : 'articles'}
        takesAll={directLinkId === market && group === 'manufacturer'}
      />
      <p className="note row row--tight row--apart gap-3 filter-form__chosen">
        <span role="status">{t('list.chosen', { count: chosen.length })}</span>
        <Button
          variant="minimal"
          size="small"
          text={t('list.clear')}
          disabled={chosen.length === 0}
          onClick={() => onChange([])}
        />
      </p>
    </>
  );
}

interface ChoiceListProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** What the counts of the choices are of; null: they are not shown. */
  counted: 'articles' | 'stockouts' | null;
  /** Offers to choose all that the search has found. */
  takesAll?: boolean;
}

const nameOf = ({ name }: FilterOption) => name;

/** Any number of choices out of a filter's list, each with its count and, where it is known, its potential in CHF. */
function ChoiceList(props: ChoiceListProps) {
  const { label, options, chosen, onChange, counted, takesAll = false } = props;
  const { t } = useTranslation('filters');
  const hasPotential = options.some(({ turnoverPotential }) => turnoverPotential !== undefined);
  const countHeading = counted && t(`list.${counted}`);
  // Beside figures there would be room for eight letters of a name.
  const isSmall = useSmallScreen();
  return (
    <OptionList
      className={hasPotential ? 'choice-list choice-list--potential' : 'choice-list'}
      label={label}
      options={options}
      chosen={chosen}
      onChange={onChange}
      textOf={nameOf}
      rowHeight={isSmall ? 60 : 36}
      sendsForm
      heading={(found, isSearched) => (
        <>
          {takesAll && (
            <Button
              className="choice-list__all"
              variant="minimal"
              size="small"
              text={isSearched ? t('list.allFound', { count: found.length }) : t('list.all')}
              disabled={found.every(({ id }) => chosen.includes(id))}
              onClick={() => onChange([...new Set([...chosen, ...found.map(({ id }) => id)])])}
            />
          )}
          {counted && (
            <div className="note choice-list__heading" data-potential={hasPotential} aria-hidden="true">
              <span>{label}</span>
              <span>{countHeading}</span>
              {hasPotential && <span>{t('list.potential')}</span>}
            </div>
          )}
        </>
      )}
    >
      {({ name, count, turnoverPotential }) => (
        <>
          <span className="option-list__name">{name}</span>
          {counted && (
            <>
              <span className="visually-hidden">, </span>
              <span className="choice-list__figure" data-heading={countHeading} data-none={count === 0}>
                {formatCount(count)}
              </span>
              <span className="choice-list__units visually-hidden">
                {hasPotential ? `${countHeading}, ${t('list.potential')}` : countHeading}
              </span>
            </>
          )}
          {hasPotential && (
            <span className="choice-list__figure" data-heading={t('list.potential')}>
              {formatAmount(turnoverPotential)}
            </span>
          )}
        </>
      )}
    </OptionList>
  );
}

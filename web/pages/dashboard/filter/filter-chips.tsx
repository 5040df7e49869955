import { Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filterListQuery, type ListedGroup } from '../../../api/filter-lists.ts';
import './filter-chips.css';
import { type FilterChoice, type FilterGroup, type FilterOffer, toggled } from './filter-offer.ts';
import { focusToolbar } from './toolbar.tsx';
import { useFilterTexts } from './use-filter-texts.ts';

/** More values of one list than this share a chip. */
const mostChips = 4;

interface FilterChipsProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onChange: (filters: FilterChoice) => void;
  /** Told before, when one is likely to be pressed: what that shows can be on its way. */
  onConsider: (filters: FilterChoice) => void;
}

/** What the page is filtered by; pressing one takes it away. */
export function FilterChips({ directLinkId, offer, filters, onChange, onConsider }: FilterChipsProps) {
  const { optionText } = useFilterTexts();
  const taking = (without: FilterChoice) => ({
    onRemove: () => onChange(without),
    onConsider: () => onConsider(without),
  });
  const without = (group: FilterGroup, value: string) => taking(toggled(filters, group, value));
  return (
    <>
      {offer.options
        .filter(({ group, value }) => filters[group]?.includes(value))
        .map(({ group, value }) => (
          <Chip key={value} text={optionText(value)} {...without(group, value)} />
        ))}
      {offer.groups.map((group) => (
        <ListChips
          key={group}
          directLinkId={directLinkId}
          group={group}
          values={filters[group] ?? []}
          without={(value) => without(group, value)}
          withoutAny={taking({ ...filters, [group]: [] })}
        />
      ))}
    </>
  );
}

interface ListChipsProps {
  directLinkId: string;
  group: ListedGroup;
  values: readonly string[];
  without: (value: string) => Taking;
  withoutAny: Taking;
}

/** Takes a filter away, or may do so in a moment. */
interface Taking {
  onRemove: () => void;
  onConsider: () => void;
}

function ListChips({ directLinkId, group, values, without, withoutAny }: ListChipsProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const named = group === 'atc' || group === 'focusGroup' ? group : null;
  const list = useQuery({
    ...filterListQuery(directLinkId, named ?? 'atc'),
    enabled: values.length > 0 && named !== null,
  });
  if (values.length > mostChips) {
    const text = t('chip.many', { group: t(`groups:${group}.filter`), count: values.length });
    return <Chip text={text} {...withoutAny} />;
  }
  const nameOf = (value: string) => (named && list.data?.find(({ id }) => id === value)?.name) ?? value;
  return values.map((value) => (
    <Chip
      key={value}
      text={t('chip.one', { group: t(`groups:${group}.chip`), name: nameOf(value) })}
      {...without(value)}
    />
  ));
}

function Chip({ text, onRemove, onConsider }: { text: string } & Taking) {
  const { t } = useTranslation('filters');
  return (
    <button
      type="button"
      className="chip"
      aria-label={t('chip.remove', { text })}
      onPointerEnter={onConsider}
      onFocus={onConsider}
      onClick={(event) => {
        focusToolbar(event.currentTarget);
        onRemove();
      }}
    >
      <span className="chip__text">{text}</span>
      <Cross size={14} />
    </button>
  );
}

import { Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filterListQuery } from '../../../api/filter-lists.ts';
import './filter-chips.css';
import {
  type FilterChoice,
  type FilterGroup,
  type FilterOffer,
  type ListGroup,
  toggled,
} from './filter-offer.ts';
import { focusToolbar } from './toolbar.tsx';
import { useFilterTexts } from './use-filter-texts.ts';

/** More values of one list than this share a chip. */
const mostChips = 4;

interface FilterChipsProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onChange: (filters: FilterChoice) => void;
}

/** What the page is filtered by; pressing one takes it away. */
export function FilterChips({ directLinkId, offer, filters, onChange }: FilterChipsProps) {
  const { optionText } = useFilterTexts();
  const remove = (group: FilterGroup, value: string) => onChange(toggled(filters, group, value));
  return (
    <>
      {offer.options
        .filter(({ group, value }) => filters[group]?.includes(value))
        .map(({ group, value }) => (
          <Chip key={value} text={optionText(value)} onRemove={() => remove(group, value)} />
        ))}
      {offer.groups.map((group) => (
        <ListChips
          key={group}
          directLinkId={directLinkId}
          group={group}
          values={filters[group] ?? []}
          onRemove={(value) => remove(group, value)}
          onClear={() => onChange({ ...filters, [group]: [] })}
        />
      ))}
    </>
  );
}

interface ListChipsProps {
  directLinkId: string;
  group: ListGroup;
  values: readonly string[];
  onRemove: (value: string) => void;
  onClear: () => void;
}

function ListChips({ directLinkId, group, values, onRemove, onClear }: ListChipsProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const named = group === 'atc' || group === 'focusGroup' ? group : null;
  const list = useQuery({
    ...filterListQuery(directLinkId, named ?? 'atc'),
    enabled: values.length > 0 && named !== null,
  });
  if (values.length > mostChips) {
    const text = t('chip.many', { group: t(`groups:${group}.filter`), count: values.length });
    return <Chip text={text} onRemove={onClear} />;
  }
  const nameOf = (value: string) => (named && list.data?.find(({ id }) => id === value)?.name) ?? value;
  return values.map((value) => (
    <Chip
      key={value}
      text={t('chip.one', { group: t(`groups:${group}.chip`), name: nameOf(value) })}
      onRemove={() => onRemove(value)}
    />
  ));
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation('filters');
  return (
    <button
      type="button"
      className="chip"
      aria-label={t('chip.remove', { text })}
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

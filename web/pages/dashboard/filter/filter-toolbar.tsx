import { Button, Drawer, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Cross, Filter } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterListQuery, type ListedGroup } from '../../../api/filter-lists.ts';
import { queryClient } from '../../../api/query-client.ts';
import { withinWindow } from '../../../components/dialogs/within-window.ts';
import { useTightScreen } from '../../../components/hooks/use-small-screen.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import {
  countFilters,
  type FilterChoice,
  type FilterGroup,
  type FilterOffer,
  toggled,
} from './filter-offer.ts';
import { focusToolbar, Toolbar, useFilterTexts } from './toolbar.tsx';
import './filter.css';

interface FilterToolbarProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onFilter: (filters: FilterChoice) => void;
  isChanged: boolean;
  onReset: () => void;
  /** Chips of what else is chosen, before those of the filters. */
  otherChips?: ReactNode;
  /** What stands beside the filters. */
  children: ReactNode;
}

/** A toolbar that begins with the filters of its page, and shows those in use. */
export function FilterToolbar(props: FilterToolbarProps) {
  const { directLinkId, offer, filters, onFilter, otherChips, children, ...toolbar } = props;
  const common = { directLinkId, offer, filters };
  return (
    <Toolbar
      {...toolbar}
      chips={
        <>
          {otherChips}
          <FilterChips {...common} onChange={onFilter} />
        </>
      }
    >
      <FilterPanel {...common} onApply={onFilter} />
      {children}
    </Toolbar>
  );
}

/** More values of one list than this share a chip. */
const mostChips = 4;

interface FilterChipsProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onChange: (filters: FilterChoice) => void;
}

/** What the page is filtered by; pressing one takes it away. */
function FilterChips({ directLinkId, offer, filters, onChange }: FilterChipsProps) {
  const { optionText } = useFilterTexts();
  const without = (group: FilterGroup, value: string) => () => onChange(toggled(filters, group, value));
  return (
    <>
      {offer.options
        .filter(({ group, value }) => filters[group]?.includes(value))
        .map(({ group, value }) => (
          <Chip key={value} text={optionText(value)} onRemove={without(group, value)} />
        ))}
      {offer.groups.map((group) => (
        <ListChips
          key={group}
          directLinkId={directLinkId}
          group={group}
          values={filters[group] ?? []}
          without={(value) => without(group, value)}
          onRemoveAll={() => onChange({ ...filters, [group]: [] })}
        />
      ))}
    </>
  );
}

interface ListChipsProps {
  directLinkId: string;
  group: ListedGroup;
  values: readonly string[];
  without: (value: string) => () => void;
  onRemoveAll: () => void;
}

function ListChips({ directLinkId, group, values, without, onRemoveAll }: ListChipsProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const named = group === 'atc' || group === 'focusGroup' ? group : null;
  const list = useQuery({
    ...filterListQuery(directLinkId, named ?? 'atc'),
    enabled: values.length > 0 && named !== null,
  });
  if (values.length > mostChips) {
    const text = t('chip.many', { group: t(`groups:${group}.filter`), count: values.length });
    return <Chip text={text} onRemove={onRemoveAll} />;
  }
  const nameOf = (value: string) => (named && list.data?.find(({ id }) => id === value)?.name) ?? value;
  return values.map((value) => (
    <Chip
      key={value}
      text={t('chip.one', { group: t(`groups:${group}.chip`), name: nameOf(value) })}
      onRemove={without(value)}
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

/** Tabs and virtual lists come when somebody is about to filter. */
const loadForm = () => import('./filter-form.tsx');
const FilterForm = lazyComponent(loadForm);

/** Milliseconds after which a focus is meant; it also comes here when a chip is taken away. */
const focusRests = 200;

interface FilterPanelProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  /** Takes the new filters; the panel closes. */
  onApply: (filters: FilterChoice) => void;
}

/** The filters of a page: a popover, on phones a sheet from below. One use of it is one step in the history. */
function FilterPanel({ directLinkId, offer, filters, onApply }: FilterPanelProps) {
  const { t } = useTranslation('filters');
  const small = useTightScreen();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);

  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  function prepare() {
    clearTimeout(soon.current);
    loadForm().catch(() => undefined);
    for (const group of offer.groups) {
      queryClient.prefetchQuery(filterListQuery(directLinkId, group, offer.stockOutSince));
    }
  }

  const form = (
    <LazyPart placeholder={<div className="filter-form" aria-busy="true" />}>
      <FilterForm
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onApply={(chosen) => {
          setOpen(false);
          onApply(chosen);
        }}
        onClose={() => setOpen(false)}
      />
    </LazyPart>
  );
  const button = (
    <Button
      variant="outlined"
      icon={<Filter />}
      endIcon={<CaretDown />}
      text={count ? t('buttonWithCount', { count }) : t('button')}
      active={isOpen}
      onPointerEnter={prepare}
      onFocus={() => {
        soon.current = setTimeout(prepare, focusRests);
      }}
      onBlur={() => clearTimeout(soon.current)}
      onClick={small ? () => setOpen(true) : undefined}
    />
  );
  if (small) {
    return (
      <>
        {button}
        <Drawer
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          position="bottom"
          size="min(88dvh, 640px)"
          className="filter-sheet"
        >
          {form}
        </Drawer>
      </>
    );
  }
  return (
    <PopoverNext
      {...withinWindow}
      isOpen={isOpen}
      onInteraction={setOpen}
      content={form}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      shouldReturnFocusOnClose
    >
      {button}
    </PopoverNext>
  );
}

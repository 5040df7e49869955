import { Button, Drawer, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Filter } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterListQuery } from '../../../api/filter-lists.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterPart } from '../../../components/loading/later-part.tsx';
import './filter-chips.css';
import { countFilters, type FilterChoice, type FilterOffer } from './filter-offer.ts';

/** Tabs and virtual lists come when somebody is about to filter. */
const loadForm = () => import('./filter-form.tsx');
const FilterForm = laterCode(loadForm);

/** Milliseconds after which a focus is meant; it also comes here when a chip is taken away. */
const focusRests = 200;

export interface FilterPanelProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  /** Takes the new filters; the panel closes. */
  onApply: (filters: FilterChoice) => void;
  /** Told of every choice on the way, so that its figures can be there before they are asked for. */
  onConsider: (filters: FilterChoice) => void;
}

/** The filters of a page: a popover, on phones a sheet from below. One use of it is one step in the history. */
export function FilterPanel({ directLinkId, offer, filters, onApply, onConsider }: FilterPanelProps) {
  const { t } = useTranslation('filters');
  const small = useSmallScreen();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);

  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  function prepare() {
    clearTimeout(soon.current);
    loadForm().catch(() => undefined);
    for (const group of offer.lists) {
      queryClient.prefetchQuery(filterListQuery(directLinkId, group, offer.stockOutSince));
    }
  }

  const form = (
    <LaterPart placeholder={<div className="filter-form" aria-busy="true" />}>
      <FilterForm
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onConsider={onConsider}
        onApply={(chosen) => {
          setOpen(false);
          onApply(chosen);
        }}
        onClose={() => setOpen(false)}
      />
    </LaterPart>
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

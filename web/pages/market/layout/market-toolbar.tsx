import type { ReactNode } from 'react';
import type { FeedView } from '../../../api/feeds.ts';
import type { User } from '../../../api/session.ts';
import { market } from '../../../api/views.ts';
import { FindField, type FindFieldProps } from '../../../components/find/find-field.tsx';
import { SaveAsFeed } from '../../../components/save-as-feed.tsx';
import { FilterChips } from '../../dashboard/filter/filter-chips.tsx';
import type { FilterChoice, FilterOffer } from '../../dashboard/filter/filter-offer.ts';
import { FilterPanel } from '../../dashboard/filter/filter-panel.tsx';
import { Toolbar } from '../../dashboard/filter/toolbar.tsx';

export interface MarketToolbarProps {
  list: {
    offer: FilterOffer;
    filters: FilterChoice;
    chooseFilters: (filters: FilterChoice) => void;
    considerFilters: (filters: FilterChoice) => void;
    find: Pick<FindFieldProps, 'text' | 'setText' | 'count'>;
    isChanged: boolean;
    reset: () => void;
    user: User | null | undefined;
    asFeed: { view: FeedView; parameters: URLSearchParams };
  };
  /** The day from which on the list shows, and its order. */
  children: ReactNode;
}

/** What a list of the market can be asked. */
export function MarketToolbar({ list, children }: MarketToolbarProps) {
  const { offer, filters, chooseFilters, considerFilters, find, isChanged, reset, user, asFeed } = list;
  return (
    <Toolbar
      isChanged={isChanged}
      onReset={reset}
      chips={
        <FilterChips
          directLinkId={market}
          offer={offer}
          filters={filters}
          onChange={chooseFilters}
          onConsider={considerFilters}
        />
      }
    >
      <FilterPanel
        directLinkId={market}
        offer={offer}
        filters={filters}
        onApply={chooseFilters}
        onConsider={considerFilters}
      />
      {children}
      <FindField text={find.text} setText={find.setText} count={find.count} />
      {user && <SaveAsFeed {...asFeed} />}
    </Toolbar>
  );
}

import type { ReactNode } from 'react';
import type { FeedView } from '../../../api/feeds.ts';
import { market } from '../../../api/market.ts';
import type { User } from '../../../api/session.ts';
import { SaveAsFeed } from '../../../components/navigation/save-as-feed.tsx';
import { FindField, type FindFieldProps } from '../../../components/tables/find-field.tsx';
import type { FilterChoice, FilterOffer } from '../../dashboard/filter/filter-offer.ts';
import { FilterToolbar } from '../../dashboard/filter/filter-toolbar.tsx';

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
    <FilterToolbar
      directLinkId={market}
      offer={offer}
      filters={filters}
      onFilter={chooseFilters}
      onConsider={considerFilters}
      isChanged={isChanged}
      onReset={reset}
    >
      {children}
      <FindField text={find.text} setText={find.setText} count={find.count} />
      {user && <SaveAsFeed {...asFeed} />}
    </FilterToolbar>
  );
}

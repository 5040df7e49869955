import type { ReactNode } from 'react';
import { FilterChips } from './filter-chips.tsx';
import type { FilterChoice, FilterOffer } from './filter-offer.ts';
import { FilterPanel } from './filter-panel.tsx';
import { Toolbar } from './toolbar.tsx';

interface FilterToolbarProps {
  directLinkId: string;
  offer: FilterOffer;
  filters: FilterChoice;
  onFilter: (filters: FilterChoice) => void;
  /** Told of what could be filtered next, so that its figures can be there before they are asked for. */
  onConsider: (filters: FilterChoice) => void;
  isChanged: boolean;
  onReset: () => void;
  /** Chips of what else is chosen, before those of the filters. */
  otherChips?: ReactNode;
  /** What stands beside the filters. */
  children: ReactNode;
}

/** A toolbar that begins with the filters of its page, and shows those in use. */
export function FilterToolbar(props: FilterToolbarProps) {
  const { directLinkId, offer, filters, onFilter, onConsider, otherChips, children, ...toolbar } = props;
  const common = { directLinkId, offer, filters, onConsider };
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

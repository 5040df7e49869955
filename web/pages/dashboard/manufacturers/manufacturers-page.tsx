import { FilteredAggregatePage } from '../aggregate/filtered-aggregate.tsx';
import { manufacturersPage } from './manufacturers-queries.ts';

export function Component() {
  return <FilteredAggregatePage page={manufacturersPage} group="manufacturer" />;
}

import { FilteredAggregatePage } from '../aggregate/filtered-aggregate.tsx';
import { moleculesPage } from './molecules-queries.ts';

export function Component() {
  return <FilteredAggregatePage page={moleculesPage} group="molecule" />;
}

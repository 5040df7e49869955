import { FilteredAggregatePage } from '../aggregate/filtered-aggregate-page.tsx';
import { moleculesPage } from './molecules-queries.ts';

export function Component() {
  return <FilteredAggregatePage page={moleculesPage} group="molecule" />;
}

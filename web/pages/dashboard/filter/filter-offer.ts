import * as z from 'zod/mini';
import { isGrouping } from '#shared/groupings.ts';
import type { ListedGroup } from '../../../api/filter-lists.ts';
import type { ChoiceSchema } from '../../../url-state/address.ts';

const optionGroups = ['general', 'type'] as const;
export type OptionGroup = (typeof optionGroups)[number];

export type FilterGroup = OptionGroup | ListedGroup;

/** What is chosen in each group that a page offers. */
export type FilterChoice = Partial<Record<FilterGroup, readonly string[]>>;

/** The filters of a page, in the order of its schema. */
export interface FilterOffer {
  options: readonly { group: OptionGroup; value: string }[];
  /** Lists that the statistic fills, which rows of other lists lead to as well. */
  groups: readonly ListedGroup[];
  /** The day since which the choices of the market count their stock-outs. */
  stockOutSince?: string;
}

/** A page offers the filters that its view takes: lists of known options, and lists that the statistic fills. */
export function filterOffer({ shape }: ChoiceSchema): FilterOffer {
  const options = optionGroups.flatMap((group) => optionsOf(shape[group]).map((value) => ({ group, value })));
  const groups = Object.keys(shape).filter(isListedGroup);
  return { options, groups };
}

/** The filter groups of a page's choices; other choices (order, columns) are left out. */
export function filtersOf(choice: Record<string, unknown>, offer: FilterOffer): FilterChoice {
  const groups = new Set<FilterGroup>([...offer.options.map(({ group }) => group), ...offer.groups]);
  return Object.fromEntries([...groups].map((group) => [group, choice[group] ?? []]));
}

export function countFilters(filters: FilterChoice): number {
  return Object.values(filters).reduce((sum, values) => sum + values.length, 0);
}

/** With the value chosen if it was not, and the other way round. */
export function toggled(filters: FilterChoice, group: FilterGroup, value: string): FilterChoice {
  const values = filters[group] ?? [];
  const changed = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return { ...filters, [group]: changed };
}

/** The values of a list parameter that knows its options; none for a single choice or an open list. */
function optionsOf(field: z.core.$ZodType | undefined): string[] {
  const inner = field instanceof z.ZodMiniDefault ? field.def.innerType : field;
  const list = inner instanceof z.ZodMiniPipe ? inner.def.out : inner;
  const element = list instanceof z.ZodMiniArray ? list.def.element : undefined;
  return element instanceof z.ZodMiniEnum ? element.options.map(String) : [];
}

function isListedGroup(name: string): name is ListedGroup {
  return isGrouping(name) || name === 'focusGroup';
}

import * as z from 'zod/mini';
import { atcCodes, names } from './parameters.ts';

/**
 * A grouping of articles, named as the product view's filter; its texts (title, filter, chip, number of groups) are in
 * translations/…/groups.json.
 */
type Grouping = {
  /** The columns of the assortment that it reads, with types. */
  reads: Record<string, string>;
  /** Schema of the product view's filter. */
  filter: z.core.$ZodType;
  /** The columns that it adds to the product view, and which of them is the group's key. */
  columns: Record<string, z.core.$ZodType>;
  column: string;
  /** Column that is set for articles in a group; also an option of the product view's `behind`. */
  has: string;
  /** Whether carts can be filtered by it. */
  cart: boolean;
  /** Unit of a number of groups. */
  unit: string;
  /** Dashboard page that lists the groups, and the pages that its rows link to. */
  page: string;
  leadsTo: readonly string[];
};

const text = z.nullable(z.string());

/** In the order of the glossary and of the product view's columns. */
export const groupings = {
  manufacturer: {
    reads: { manufacturer: 'name of the manufacturer; sorts by name (de-CH)' },
    filter: names(),
    columns: { manufacturer: text },
    column: 'manufacturer',
    has: 'manufacturer',
    cart: true,
    unit: 'manufacturers',
    page: 'top_manufacturers',
    leadsTo: ['products'],
  },
  molecule: {
    reads: { molecule: 'active substance, or the sorted combination of them; sorts by name (de-CH)' },
    filter: names(),
    columns: { molecule: text },
    column: 'molecule',
    has: 'molecule',
    cart: true,
    unit: 'molecules',
    page: 'molecules',
    leadsTo: ['products'],
  },
  atc: {
    reads: {
      atc: 'ATC code, as deep as the catalogue knows it; null: not a pharma article',
      atc_group: 'ATC level 1, one letter',
    },
    filter: atcCodes(),
    columns: { atc: text, atcCategory: text.with(z.describe('ATC group (level 1)')) },
    column: 'atcCategory',
    has: 'atc_group',
    cart: true,
    unit: 'atcGroups',
    page: 'atc',
    leadsTo: ['molecules', 'products'],
  },
} as const satisfies Record<string, Grouping>;

export type GroupingName = keyof typeof groupings;
export type GroupingOption = (typeof groupings)[GroupingName]['has'];
export type GroupingUnit = (typeof groupings)[GroupingName]['unit'];

export const groupingNames = Object.keys(groupings) as GroupingName[];

export function isGrouping(name: string): name is GroupingName {
  return Object.hasOwn(groupings, name);
}

type Columns = (typeof groupings)[GroupingName]['columns'];
type Both<Each> = (Each extends unknown ? (each: Each) => void : never) extends (both: infer All) => void
  ? All
  : never;

/** The columns of all groupings. */
export const groupColumns: Both<Columns> = Object.assign(
  {},
  ...Object.values(groupings).map(({ columns }) => columns),
);

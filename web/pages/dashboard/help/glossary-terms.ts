import { groupingNames } from '#shared/groupings.ts';
import { badgeKinds } from '../products/badges.ts';

/** Marks of rows: the badges, and what stock-out rows have beside them. */
export const markTerms = [...badgeKinds, 'deliverable', 'sources'] as const;

/** Options of filters, as filters/option names them. */
export const optionTerms = [
  'match',
  'available_match',
  'sb20',
  'stock_out',
  'co',
  'discontinued',
  'all_except_bio',
  'provider_exclusivities',
  'alternatives_with_provider_exclusivities',
  'generika',
  'original',
  'others',
] as const;

/** What uploads may be, what they are put together to and what is made of them: what pages call each of them. */
export const fileTerms = {
  textFile: 'help:glossary.textFile',
  separator: 'preview:text.separator',
  encoding: 'preview:text.encoding',
  decimal: 'preview:text.decimal',
  combined: 'help:glossary.combined',
  memberColumns: 'members:show',
  scenario: 'pack:scenario',
  pack: 'pack:title',
  handout: 'pack:part.handout',
} as const;

/** What ATC groups are shown of, as lists/atc.type names it. */
export const atcTypeTerms = ['all', 'provider', 'provider_alternative'] as const;

/** Filters whose choices come from a statistic or the catalogue, as groups names them. */
export const choiceTerms = [...groupingNames, 'focusGroup'] as const;

import { type GroupingName, groupingNames, groupings } from '#shared/groupings.ts';
import type { Article } from './assortment.ts';
import { isFound } from './find.ts';
import { groupOf } from './grouping.ts';

/** Choices of a filter as a query has them; an empty or missing group narrows nothing. */
export type Choices = {
  general?: readonly string[];
  type?: readonly string[];
  /** Ids. */
  focusGroup?: readonly string[];
  /** Words of the article's name and numbers; with `setFind` of the provider's product of its set too. */
  find?: readonly string[];
  setFind?: readonly string[];
  /** What a figure counts, in narrowing words: provider, pharma, duplicates_2, … */
  behind?: readonly string[];
  /** GTIN, or for what the catalogue does not know the identifier of the file. */
  article?: readonly string[];
  /** GTINs of alternatives. */
  alternative?: readonly string[];
  /** Keys of groups; of ATC, codes of any level. */
} & { [Grouping in GroupingName]?: readonly string[] };

const general: Record<string, (article: Article) => boolean> = {
  match: ({ alternative }) => alternative !== null,
  available_match: ({ alternative }) => alternative !== null && !alternative.stockOut?.open,
  sb20: ({ pack }) => pack?.sB20 ?? false,
  stock_out: ({ pack }) => pack?.stockOut?.open ?? false,
  discontinued: ({ pack }) => pack?.stockOut?.discontinued ?? false,
  co: ({ pack }) => pack?.coMarketing ?? false,
  all_except_bio: ({ pack }) => !pack?.biological,
  provider_exclusivities: ({ pack }) => (pack?.provider ?? false) && pack!.exclusive,
  alternatives_with_provider_exclusivities: ({ alternative }) => alternative?.exclusive ?? false,
};

const behind: Record<string, (article: Article) => boolean> = {
  provider: ({ pack }) => pack?.provider ?? false,
  pharma: ({ pack }) => pack !== null && pack.atc !== null,
  ...Object.fromEntries(
    groupingNames.map((name) => [groupings[name].has, (article: Article) => groupOf(name)(article) !== null]),
  ),
  duplicates: ({ setSize }) => setSize >= 2,
  duplicates_2: ({ setSize }) => setSize === 2,
  duplicates_3: ({ setSize }) => setSize === 3,
  duplicates_4: ({ setSize }) => setSize >= 4,
  unmatched: ({ pack }) => pack === null,
  without_price: ({ pack }) => (pack?.exFactoryPrice ?? null) === null,
  potential_unknown: ({ alternative }) => alternative?.exFactoryPrice === null,
  replaceable: ({ alternative }) => alternative !== null,
};

/** `original`, `generic`, else `other`. */
export function originOf({ pack }: Article): 'original' | 'generic' | 'other' {
  return pack?.origin === 'original' || pack?.origin === 'generic' ? pack.origin : 'other';
}

const types: Record<string, string> = { generika: 'generic', original: 'original', others: 'other' };

function namesOf({ name, gtin, pharmacode }: Article) {
  return [name, gtin, pharmacode];
}

/** What an article is called, and the provider's product of its interchangeable set. */
export function namesInSet(article: Article) {
  const { alternative, setGtin } = article;
  return [...namesOf(article), alternative?.description, setGtin, alternative?.pharmacode];
}

/** General options narrow, choices inside another group widen, groups narrow each other. */
export function passes(article: Article, choices: Choices): boolean {
  const { pack } = article;
  const all = (tests: typeof general, chosen: readonly string[] = []) =>
    chosen.every((option) => tests[option]!(article));
  const any = (chosen: readonly string[] | undefined, holds: (choice: string) => boolean) =>
    !chosen?.length || chosen.some(holds);
  return (
    all(general, choices.general) &&
    all(behind, choices.behind) &&
    any(choices.type, (type) => types[type] === originOf(article)) &&
    groupingNames.every((name) =>
      any(choices[name], (key) =>
        name === 'atc' ? (pack?.atc?.startsWith(key) ?? false) : groupOf(name)(article) === key,
      ),
    ) &&
    any(choices.focusGroup, (id) => article.focusGroups.has(id)) &&
    isFound(choices.find, namesOf(article)) &&
    isFound(choices.setFind, namesInSet(article)) &&
    any(choices.article, (name) => (article.gtin ?? article.pharmacode) === name) &&
    any(choices.alternative, (gtin) => article.alternative?.gtin === gtin)
  );
}

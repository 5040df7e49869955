import { UNNAMED_SOURCE } from '#analytics/catalogue/stockout-history.ts';
import { languages } from '#shared/languages.ts';
import { LARGEST_FILE } from '#shared/limits.ts';
import { sourceKinds } from '../sources/reading/source-limits.ts';
import type { SourceKey } from '../sources/rows.ts';

/** Which file an administrator replaces, and what it may be. */
export type TemplateFileKind = {
  key: string;
  /** The rows of a source, or a file that is kept as it is. */
  content: 'rows' | 'pdf' | 'upload-template' | 'workbook-template';
  group: 'products' | 'stockouts' | 'customers' | 'templates' | 'documents';
  /** With the dot, in small letters. */
  extensions: readonly string[];
  /** Whether the merged products are to be built anew. */
  changesMergedProducts: boolean;
  mostBytes: number;
  /** Whose list of stock-outs it is, as the stock-out analyser names the source. */
  stockoutSource?: string;
  /** Of a source that administrators have named. */
  named?: { id: number; endedOn: string | null };
};

/** What a file may have that is read piece by piece, in bytes. */
export const MOST_STREAMED_BYTES = 200 * 1024 * 1024;

/** Where the file of each source stands, in the order of the page. */
const groups: Record<SourceKey, TemplateFileKind['group']> = {
  'swissmedic-packs': 'products',
  'bag-sl-fhir': 'products',
  'bag-sl-prices': 'products',
  pharmacodes: 'products',
  'own-attributes': 'products',
  portfolio: 'products',
  exclusives: 'products',
  'stockouts-wholesaler': 'stockouts',
  'stockouts-drugshortage': 'stockouts',
  'stockouts-engpassradar': 'stockouts',
  'stockouts-national-supply': 'stockouts',
  'stockouts-own': 'stockouts',
  customers: 'customers',
};

const stockoutSources: Partial<Record<SourceKey, string>> = {
  'stockouts-wholesaler': 'Grossist',
  'stockouts-drugshortage': 'drugshortage.ch',
  'stockouts-engpassradar': 'Engpassradar',
  'stockouts-national-supply': 'Landesversorgung',
  'stockouts-own': UNNAMED_SOURCE,
};

/** The documents of the footer, by the part of their file names before the language. */
export const legalDocuments = [
  'terms-of-use',
  'terms-and-conditions',
  'data-protection',
  'medical-department',
] as const;

/** And those of the instructions. */
export const documentNames = [...legalDocuments, 'data-release-standard', 'data-release-tr'] as const;

/** Every template file, in the order of the page. */
export const templateFileKinds: readonly TemplateFileKind[] = [
  ...(Object.keys(groups) as SourceKey[]).map((key): TemplateFileKind => {
    const { extensions, mostBytes } = sourceKinds[key];
    const stockoutSource = stockoutSources[key];
    return {
      key,
      content: 'rows',
      group: groups[key],
      extensions,
      changesMergedProducts: groups[key] === 'products',
      mostBytes,
      ...(stockoutSource ? { stockoutSource } : {}),
    };
  }),
  keptKind('upload-template', 'upload-template', 'templates', '.xlsx'),
  keptKind('workbook-template', 'workbook-template', 'templates', '.xlsm'),
  ...documentNames.flatMap((name) =>
    languages.map((language) => keptKind(`${name}-${language}`, 'pdf', 'documents', '.pdf')),
  ),
];

const byKey = new Map(templateFileKinds.map((kind) => [kind.key, kind]));

/** The kind of a key; undefined where there is none. */
export function templateFileKind(key: string): TemplateFileKind | undefined {
  return byKey.get(key);
}

/** What files of sources that administrators name are read as, and begin their keys with. */
export const NAMED_KIND = 'stockouts-wholesaler';

/** The list of a source that administrators have named. */
export function namedKind({
  id,
  name,
  endedOn,
}: {
  id: number;
  name: string;
  endedOn: string | null;
}): TemplateFileKind {
  return {
    ...byKey.get(NAMED_KIND)!,
    key: `${NAMED_KIND}-${id}`,
    stockoutSource: name,
    named: { id, endedOn },
  };
}

/** The number of a named source by the key of its list; undefined for any other key. */
export function namedNumber(key: string): number | undefined {
  const [, digits] = /^stockouts-wholesaler-([1-9]\d{0,8})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The source whose reader reads files of a kind, and whose interval they have. */
export function sourceKeyOf({ key, named }: Pick<TemplateFileKind, 'key' | 'named'>): SourceKey {
  return (named ? NAMED_KIND : key) as SourceKey;
}

/** Of whom the days on which deliveries are expected stand for calendar weeks: wholesalers, by the names of their sources. */
export function weeklySources(named: readonly { name: string }[]): string[] {
  return [stockoutSources[NAMED_KIND]!, ...named.map(({ name }) => name)];
}

/** What all that is called so is called, named sources aside. */
export const fixedSources: readonly string[] = Object.values(stockoutSources);

export type DocumentKind = { key: string; content: 'pdf' };

/** The document of a file name such as terms-of-use-de.pdf; undefined for any other. */
export function documentKind(fileName: string): DocumentKind | undefined {
  const { key, content } = byKey.get(fileName.replace(/\.pdf$/, '')) ?? {};
  return key !== undefined && content === 'pdf' && fileName === `${key}.pdf` ? { key, content } : undefined;
}

function keptKind(
  key: string,
  content: TemplateFileKind['content'],
  group: TemplateFileKind['group'],
  extension: string,
): TemplateFileKind {
  return {
    key,
    content,
    group,
    extensions: [extension],
    changesMergedProducts: false,
    mostBytes: LARGEST_FILE,
  };
}

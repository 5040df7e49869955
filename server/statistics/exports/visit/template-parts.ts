import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { columnIndex } from '#shared/column-letters.ts';

/** Why a template can't be filled: a key below templateFiles.unfillable, and what its text names. */
export type Unfillable =
  | 'no_workbook'
  | 'no_macros'
  | 'part_missing'
  | 'table_nowhere'
  | 'totals_row'
  | 'too_large'
  | 'nothing_named'
  | 'rows_below'
  | 'cells_computed'
  | 'cell_missing';

/** A template that can't be filled. */
export class TemplateError extends Error {
  readonly reason: Unfillable;
  readonly params: Record<string, string>;
  constructor(reason: Unfillable, params: Record<string, string> = {}) {
    super(`${reason}: ${JSON.stringify(params)}`);
    this.reason = reason;
    this.params = params;
  }
}

/** A table: where it stands, and its headings. */
export type TablePart = {
  name: string;
  path: string;
  text: string;
  sheetPath: string;
  /** From 0. */
  firstColumn: number;
  /** Of the headings, from 1. */
  firstRow: number;
  lastRow: number;
  columns: readonly string[];
};

/** A cell with a name, e.g. B4. */
export type NamedCell = { name: string; sheetPath: string; reference: string };

export type TemplateParts = {
  tables: readonly TablePart[];
  namedCells: readonly NamedCell[];
  text(path: string): string;
  replace(path: string, text: string): void;
  entries(): IterableIterator<[string, Uint8Array]>;
};

/** The order of calculation, which no longer holds when rows come and go. */
const CALCULATION_ORDER = 'xl/calcChain.xml';
const WORKBOOK = 'xl/workbook.xml';
/** Of all parts together. The archive says the size of each beforehand, and no part is unpacked beyond it. */
const MOST_UNPACKED_BYTES = 100_000_000;

/**
 * Opens a workbook that is to be filled.
 * @throws {TemplateError} when it is not a macro-enabled workbook
 */
export function openTemplate(template: Uint8Array): TemplateParts {
  const files = new Map(Object.entries(unzipped(template)));
  if (!files.has(WORKBOOK) || !text('[Content_Types].xml').includes('sheet.macroEnabled.main+xml'))
    throw new TemplateError('no_macros');
  if (files.delete(CALCULATION_ORDER)) {
    const mention = /<(?:Override|Relationship)\b[^>]*calcChain[^>]*\/>/g;
    for (const path of ['[Content_Types].xml', relationsOf(WORKBOOK)])
      replace(path, text(path).replace(mention, ''));
  }
  const sheets = readSheets();
  return {
    tables: sheets.flatMap(({ path }) => tablesOf(path)),
    namedCells: readNames(sheets),
    text,
    replace,
    entries: () => files.entries(),
  };

  function text(path: string): string {
    const bytes = files.get(path);
    if (!bytes) throw new TemplateError('part_missing', { part: path });
    return Buffer.from(bytes).toString('utf8');
  }

  function replace(path: string, content: string): void {
    files.set(path, Buffer.from(content));
  }

  function readSheets(): { name: string; path: string }[] {
    const targets = relations(WORKBOOK);
    return [...text(WORKBOOK).matchAll(/<sheet\b[^>]*>/g)].map(([sheet]) => ({
      name: attribute(sheet, 'name') ?? '',
      path: targets.get(attribute(sheet, 'r:id') ?? '') ?? '',
    }));
  }

  function tablesOf(sheetPath: string): TablePart[] {
    if (!files.has(relationsOf(sheetPath))) return [];
    const paths = [...relations(sheetPath).values()].filter((path) => /\/tables\/[^/]+\.xml$/.test(path));
    return paths.map((path) => tablePart(path, text(path), sheetPath));
  }

  /** Names of one cell each; others, e.g. of print areas, are the template's own. */
  function readNames(sheets: readonly { name: string; path: string }[]): NamedCell[] {
    return [...text(WORKBOOK).matchAll(/(<definedName\b[^>]*>)([^<]*)<\/definedName>/g)].flatMap(
      ([, tag, target]) => {
        const [, quoted, plain, column, row] =
          /^(?:'((?:[^']|'')+)'|([^'!]+))!\$([A-Z]+)\$(\d+)$/.exec(unescaped(target!)) ?? [];
        const sheetName = quoted?.replaceAll("''", "'") ?? plain;
        const sheet = sheets.find(({ name }) => name === sheetName);
        return sheet
          ? [{ name: attribute(tag!, 'name')!, sheetPath: sheet.path, reference: `${column}${row}` }]
          : [];
      },
    );
  }

  function relations(path: string): Map<string, string> {
    const found = text(relationsOf(path)).matchAll(/<Relationship\b[^>]*>/g);
    return new Map(
      [...found].map(([relation]) => {
        const target = attribute(relation, 'Target') ?? '';
        const absolute = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target);
        return [attribute(relation, 'Id') ?? '', absolute];
      }),
    );
  }
}

/** The value of an attribute of a tag or an element that begins with it. */
export function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`^<[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

function tablePart(path: string, text: string, sheetPath: string): TablePart {
  const start = text.slice(text.indexOf('<table'));
  const [, column, firstRow, lastRow] =
    /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(attribute(start, 'ref') ?? '') ?? [];
  if (column === undefined) throw new TemplateError('table_nowhere', { part: path });
  if (attribute(start, 'totalsRowCount'))
    throw new TemplateError('totals_row', { table: attribute(start, 'displayName') ?? path });
  return {
    name: attribute(start, 'displayName') ?? attribute(start, 'name') ?? '',
    path,
    text,
    sheetPath,
    firstColumn: columnIndex(column),
    firstRow: Number(firstRow),
    lastRow: Number(lastRow),
    columns: [...text.matchAll(/<tableColumn\b[^>]*>/g)].map(([tag]) => attribute(tag, 'name') ?? ''),
  };
}

function relationsOf(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
}

function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        unpacked += originalSize;
        if (unpacked > MOST_UNPACKED_BYTES) throw new TemplateError('too_large');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError('no_workbook');
  }
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => characters[entity]!);
}

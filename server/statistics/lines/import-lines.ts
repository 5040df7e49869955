import { rmSync } from 'node:fs';
import { columnLetters } from '#shared/column-letters.ts';
import { MOST_CODES } from '#shared/limits.ts';
import { type Decimal, type ReadProgress, SKIP_REASONS, type SkipReason } from '#shared/read-report.ts';
import type { Notice, ReadReport, ReadTexts, TextFormat } from '#shared/schemas/import-report.ts';
import type { ColumnChoice, LookedAt, TextChoice } from '#shared/schemas/preview.ts';
import { fileKind } from '../../workbooks/reading/file-kind.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { LIMITS, type Limits } from '../../workbooks/reading/limits.ts';
import { openWorkbookSheets, type ReadableSheet, textSheet } from '../../workbooks/reading/sheets.ts';
import { openText } from '../../workbooks/reading/text-file.ts';
import { IDENTIFIER_HEADINGS, notOfPacks, QUANTITY_HEADINGS } from '../../workbooks/words/headings.ts';
import { LinesFile } from './lines-file.ts';
import {
  namesHeadings,
  previewOf,
  type RememberedChoice,
  rememberedTable,
  tableOfChoice,
} from './recognition/column-choice.ts';
import {
  type FurtherTable,
  findTable,
  furtherTable,
  hasCode,
  isDecided,
  LAST_HEADING_ROW,
  LAST_ROW_LOOKED_AT,
  type SeenSheet,
  type Table,
} from './recognition/find-table.ts';
import {
  isIdentifier,
  matchColumns,
  type SeenCell,
  type SeenRow,
  type TableColumn,
} from './recognition/match-columns.ts';
import {
  type Displacement,
  displaced,
  displacedColumns,
  displacementOf,
  placeOf,
  RowShape,
  type ShapedTable,
} from './recognition/row-shape.ts';
import { shownSheets } from './recognition/shown-sheets.ts';
import { decimalOf, textFormatOf } from './recognition/text-format.ts';
import { unitsOf } from './recognition/units.ts';
import { cellsOf, type Reading, RowImporter, titlesReturns } from './row-importer.ts';

export type ImportOptions = {
  limits?: Limits;
  mostCodes?: number;
  /** What to take for what; without it what is remembered, and then the headings, decide. */
  choice?: ColumnChoice | undefined;
  /** How a text is to be read, as far as that is chosen. */
  text?: TextChoice | undefined;
  remembered?: readonly RememberedChoice[];
  onProgress?: (progress: ReadProgress) => void;
  onPreview?: (preview: SeenPreview) => void;
};

/** `remembered`: whether a remembered choice is followed. */
export type SeenPreview = LookedAt & { remembered: boolean };

const PROGRESS_MILLISECONDS = 100;

/** Of a sheet with thousands of columns fewer rows are looked at. */
const MOST_CELLS_LOOKED_AT = 100_000;

/** Headings that a notice names. */
const LISTED_COLUMNS = 20;

/**
 * Reads a purchase statistic from the bytes of a workbook or a text and writes its lines to `linesPath` (see
 * LINES_COLUMNS), on this thread. Every sheet is unpacked to its end, so damage anywhere in one is found. On failure no
 * file stays behind.
 * @throws ImportError
 */
export async function importLines(
  file: Uint8Array,
  linesPath: string,
  {
    limits = LIMITS,
    mostCodes = MOST_CODES,
    choice,
    text = {},
    remembered = [],
    onProgress = () => {},
    onPreview,
  }: ImportOptions = {},
): Promise<ReadReport> {
  const clock = new Clock(limits, onProgress);
  const { sheets, seen, format } = await open(file, text, choice ? [] : remembered, limits, clock);
  let readAs: ReadTexts | undefined = format;
  try {
    const found = tableToRead(seen, choice, remembered);
    const { otherSheets } = found;
    const isRemembered = found.remembered !== undefined;
    const shaped = format && shapedTable(seen[found.table.sheetIndex]!, found.table, format);
    const isOwn = !choice && !isRemembered && found.table.beside.length === 0;
    const said = shaped && isOwn ? displacementOf(shaped) : undefined;
    const displacement = said === 'unknown' ? undefined : said;
    const table = displacement
      ? displacedTable(seen[found.table.sheetIndex]!, found.table, displacement)
      : found.table;
    const shape =
      shaped && new RowShape(displacement ? displaced(shaped, displacement) : shaped, said === 'unknown');
    const chosen = format ? format.decimal : (text.decimal ?? found.remembered?.text?.decimal ?? null);
    const decimal = chosen ?? decimalOf(seen[table.sheetIndex]!, table);
    onPreview?.({ ...previewOf(seen, table), remembered: isRemembered });

    clock.progress.stage = 'reading';
    const sheet = sheets[table.sheetIndex]!;
    for (const other of sheets) if (other !== sheet) await other.verify((bytes) => clock.advance(bytes, 0));
    const { rows } = seen[table.sheetIndex]!;
    const read = async (reading: Reading) => {
      const lines = new LinesFile(linesPath);
      try {
        const importer = new RowImporter(lines, mostCodes, reading);
        for (const each of [table, ...table.beside]) {
          importer.begin(each);
          await readRows(sheet, table.headingRow, clock, importer);
          importer.end(table.headingRow);
        }
        importer.finish();
        lines.close();
        return importer;
      } catch (error) {
        lines.abandon();
        throw error;
      }
    };
    const shapeBelow: Reading['shapeBelow'] = (headings, columns) =>
      format && new RowShape(shapeOf(headings, rowsFrom(rows, headings.number + 1), columns, format));
    const first: Reading = {
      decimal: decimal ?? undefined,
      isChosen: chosen !== null,
      shape,
      results: new Set(),
      tableBelow: (headings) => {
        const table = furtherTable(headings.cells, rowsFrom(rows, headings.number + 1));
        return table && { table, shape: shapeBelow(headings, table.columns) };
      },
      shapeBelow,
      isOfReturns: titlesAbove(rows, table.headingRow).some(titlesReturns),
    };
    try {
      let importer = await read(first);
      // What only the last rows say counts for the first ones, too.
      const again = importer.readAgain();
      if (again) importer = await read(again);
      readAs = readTextsAs(format, (again ?? first).decimal ?? null, importer);
      clock.report();
      return report(sheet, table, otherSheets, importer, seen, readAs, displacement);
    } catch (error) {
      rmSync(linesPath, { force: true });
      throw error;
    }
  } catch (error) {
    throw error instanceof ImportError && readAs ? withFormat(error, readAs) : error;
  }
}

/** How a text was read; of a workbook the decimals, where some quantities are texts that could be read in two ways. */
function readTextsAs(
  format: TextFormat | undefined,
  decimal: Decimal | null,
  { isAmbiguous }: RowImporter,
): ReadTexts | undefined {
  return format || isAmbiguous ? { ...format, decimal } : undefined;
}

type Opened = { sheets: ReadableSheet[]; seen: SeenSheet[]; format: TextFormat | undefined };

/** Opens a file of a kind that is read, told by its content, and looks at its first rows. */
async function open(
  file: Uint8Array,
  choice: TextChoice,
  remembered: readonly RememberedChoice[],
  limits: Limits,
  clock: Clock,
): Promise<Opened> {
  const kind = fileKind(file);
  const begin = (totalBytes: number) => {
    clock.progress.totalBytes = totalBytes;
    clock.report();
  };
  if (kind === 'text') {
    begin(file.length);
    const opened = (as: TextChoice) => openTextSheet(file, as, limits, clock);
    if (Object.keys(choice).length > 0) return opened(choice);
    for (const each of remembered) {
      const known = each.text && (await opened(each.text));
      if (known && rememberedTable(known.seen, [each])) return known;
    }
    return opened(choice);
  }
  const sheets =
    kind === 'archive'
      ? await openWorkbookSheets(file, limits, begin, (bytes) => clock.advance(bytes, 0))
      : await openOldSheets(file, limits, begin);
  const seen: SeenSheet[] = [];
  for (const sheet of sheets) seen.push(await lookAt(sheet, clock));
  return { sheets, seen, format: undefined };
}

/** What is remembered of how a customer's texts are read counts where it gives the headings that it is remembered for. */
async function openTextSheet(
  file: Uint8Array,
  choice: TextChoice,
  limits: Limits,
  clock: Clock,
): Promise<Opened> {
  const text = openText(file, choice.encoding);
  const look = (separator: TextFormat['separator']) => lookAt(textSheet(text, separator, limits), clock);
  const format = await textFormatOf(text, choice, look);
  return {
    sheets: [textSheet(text, format.separator, limits)],
    seen: [await look(format.separator)],
    format,
  };
}

/** The library for old workbooks is loaded for the first of them. */
async function openOldSheets(
  file: Uint8Array,
  limits: Limits,
  begin: (totalBytes: number) => void,
): Promise<ReadableSheet[]> {
  begin(file.length);
  const { openOldWorkbook } = await import('../../workbooks/reading/old-workbook.ts');
  return openOldWorkbook(file, limits);
}

/** An error that shows rows says how texts were read, which may be why they could not be. */
function withFormat({ code, params, sheets }: ImportError, text: ReadTexts): ImportError {
  return new ImportError(
    code,
    params,
    sheets?.map((sheet) => ({ ...sheet, text })),
  );
}

/** What is remembered for headings counts before what they say; what is remembered for none only where none are found. */
function tableToRead(
  seen: SeenSheet[],
  choice: ColumnChoice | undefined,
  remembered: readonly RememberedChoice[],
): { table: Table; otherSheets: number[]; remembered?: RememberedChoice } {
  if (choice) return { table: tableOfChoice(seen, choice), otherSheets: [] };
  const headed = remembered.filter(({ headings }) => namesHeadings(headings));
  const known = rememberedTable(seen, headed);
  if (known) return { ...known, otherSheets: [] };
  const found = findTable(seen);
  if (found) {
    const first = withTablesAbove(found, seen);
    assertDecided(first.table, seen);
    return first;
  }
  const unheaded = remembered.filter(({ headings }) => !namesHeadings(headings));
  const filled = rememberedTable(seen, unheaded);
  if (!filled) throw noHeading(seen);
  return { ...filled, otherSheets: [] };
}

/** Where tables stand one below the other reading begins with the first; the importer comes to the others. */
function withTablesAbove(found: NonNullable<ReturnType<typeof findTable>>, seen: SeenSheet[]): typeof found {
  const { sheetIndex, headingRow } = found.table;
  const sheet = seen[sheetIndex]!;
  let rows = sheet.rows.filter(({ number }) => number < headingRow);
  for (;;) {
    const above = findTable([{ ...sheet, rows }])?.table;
    if (!above) return found;
    const isTable = rowsFrom(rows, above.headingRow + 1).some((row) => hasCode(row, above.columns));
    if (isTable) return withTablesAbove({ ...found, table: { ...above, sheetIndex } }, seen);
    // It may be the upper half of headings in two rows.
    rows = rows.filter(({ number }) => number < above.headingRow);
  }
}

/** What stands alone in rows above headings, below those of another table. */
function titlesAbove(rows: readonly SeenRow[], headingRow: number): string[] {
  const above = rows.filter(({ number }) => number < headingRow);
  const other = above.findLast(
    ({ number, cells }) => number < headingRow - 1 && matchColumns(cells).some(isIdentifier),
  );
  const titles = above.filter(({ number, cells }) => number > (other?.number ?? 0) && cells.length === 1);
  return titles.map(({ cells }) => cells[0]!.text);
}

function rowsFrom(rows: SeenSheet['rows'], first: number): SeenSheet['rows'] {
  return rows.filter(({ number }) => number >= first);
}

/** @throws ImportError where only the sender knows which column is meant */
function assertDecided(table: Table, seen: SeenSheet[]): void {
  const { sheetIndex, headingRow, undecided, sideBySide } = table;
  const isEmpty = rowsFrom(seen[sheetIndex]!.rows, headingRow + 1).length === 0;
  if (isDecided(table) || isEmpty) return;
  const code = sideBySide.length > 0 ? 'import_tables_side_by_side' : 'import_several_quantities';
  const found = located(sideBySide.length > 0 ? sideBySide : undecided);
  const { name } = seen[sheetIndex]!;
  const columns = table.columns
    .filter(({ field }) => field !== 'quantity')
    .map(({ field, column }) => ({ field, column: columnLetters(column) }));
  throw new ImportError(
    code,
    { sheet: name, row: headingRow, found },
    shownSheets(seen).map((shown) => (shown.sheet === name ? { ...shown, headingRow, columns } : shown)),
  );
}

async function lookAt(sheet: ReadableSheet, clock: Clock): Promise<SeenSheet> {
  const rows: SeenSheet['rows'] = [];
  let cells = 0;
  await sheet.read(
    (row) => {
      if (row.number > LAST_ROW_LOOKED_AT || cells > MOST_CELLS_LOOKED_AT) return false;
      cells += row.count;
      if (row.filled) rows.push({ number: row.number, cells: cellsOf(row), width: row.width });
      return true;
    },
    () => clock.advance(0, 0),
  );
  return { name: sheet.name, hidden: sheet.hidden, rows };
}

async function readRows(
  sheet: ReadableSheet,
  headingRow: number,
  clock: Clock,
  importer: RowImporter,
): Promise<void> {
  await sheet.read(
    (row) => {
      if (row.number > headingRow) importer.take(row);
      return true;
    },
    (bytes) => clock.advance(bytes, importer.counts.rowsRead),
  );
}

function report(
  sheet: ReadableSheet,
  table: Table,
  otherSheets: number[],
  importer: RowImporter,
  seen: SeenSheet[],
  text: ReadTexts | undefined,
  displacement: Displacement | undefined,
): ReadReport {
  const { counts } = importer;
  if (importer.otherUnit)
    throw new ImportError('import_quantity_unit', importer.otherUnit, shownSheets(seen));
  if (counts.rowsRead === 0) {
    throw new ImportError('import_no_rows', { sheet: sheet.name, row: table.headingRow }, shownSheets(seen));
  }
  if (counts.imported === 0) {
    throw new ImportError(
      'import_nothing_readable',
      { sheet: sheet.name, rowsRead: counts.rowsRead, ...mostFrequentReason(counts.skipped.byReason) },
      shownSheets(seen),
    );
  }
  return {
    sheet: sheet.name,
    headingRow: table.headingRow,
    ...(text ? { text } : {}),
    columns: lettered(table.columns),
    ...counts,
    notices: [
      ...displacementNotices(table, displacement),
      ...besideNotices(table),
      ...sheetNotices(
        sheet,
        otherSheets.map((i) => seen[i]!.name),
      ),
      ...importer.tables.flatMap(quantityNotices),
      ...counts.notices,
    ],
  };
}

/** What keeps most rows from being read; rows of totals alone have no article code. */
function mostFrequentReason(byReason: Record<SkipReason, number>): {
  reason: SkipReason;
  reasonRows: number;
} {
  const reason = SKIP_REASONS.reduce((most, each) => (byReason[each] > byReason[most] ? each : most));
  return { reason, reasonRows: byReason[reason] };
}

function sheetNotices(sheet: ReadableSheet, others: string[]): Notice[] {
  const notices: Notice[] = [];
  if (others.length > 0) {
    notices.push({ code: 'several_sheets', params: { sheet: sheet.name, others: others.join(', ') } });
  }
  if (sheet.hidden) notices.push({ code: 'hidden_sheet_read', params: { sheet: sheet.name } });
  return notices;
}

function quantityNotices(table: FurtherTable): Notice[] {
  const notices: Notice[] = [];
  const read = table.columns.filter((c) => c.field === 'quantity');
  const all = [...read, ...table.otherQuantities];
  if (read.length > 1) {
    notices.push({
      code: 'quantities_summed',
      params: { headings: listed(read, all), columns: read.length },
    });
  }
  if (table.otherQuantities.length > 0) {
    const code =
      table.quantityKind === 'delivered' && table.otherQuantities.some((o) => o.kind === 'invoiced')
        ? 'delivered_over_invoiced'
        : 'several_quantity_columns';
    notices.push({
      code,
      params: { heading: listed(read, all), others: listed(table.otherQuantities, all) },
    });
  }
  if (table.hiddenRead.length > 0) {
    notices.push({ code: 'hidden_columns_read', params: { headings: listed(table.hiddenRead) } });
  }
  if (table.hiddenLeft.length > 0) {
    notices.push({ code: 'hidden_columns_left', params: { headings: listed(table.hiddenLeft) } });
  }
  return notices;
}

const READ_AS: Partial<Record<TableColumn['field'], 'code' | 'quantity'>> = {
  gtin: 'code',
  pharmacode: 'code',
  quantity: 'quantity',
};

function displacedTable({ rows }: SeenSheet, table: Table, of: Displacement): Table {
  const columns = displacedColumns(table.columns, of);
  const otherQuantities = displacedColumns(table.otherQuantities, of);
  const { cells } = rows.find(({ number }) => number === table.headingRow)!;
  const headings = displacedColumns(cells, of);
  return {
    ...table,
    columns,
    parts: table.parts.flatMap((column) => placeOf(column, of) ?? []),
    otherQuantities,
    units: unitsOf(headings, rowsFrom(rows, table.headingRow + 1), columns, otherQuantities),
  };
}

function displacementNotices({ columns }: Table, of: Displacement | undefined): Notice[] {
  if (!of) return [];
  if (of.by > 0) return [{ code: 'row_names', params: {} }];
  return [{ code: 'cells_lacking', params: { columns: located(columns) } }];
}

function besideNotices({ beside, codesLeft }: Table): Notice[] {
  const tables = beside.map(({ columns }) => ({ columns: located(columns) }));
  return [
    ...tables.map((params): Notice => ({ code: 'table_beside', params })),
    ...(codesLeft.length > 0
      ? [{ code: 'codes_beside_left' as const, params: { columns: located(codesLeft) } }]
      : []),
  ];
}

/** What is known of the rows of a text and of the headings above them, which may stand in two rows. */
function shapedTable(
  { rows }: SeenSheet,
  { headingRow, beside, ...table }: Table,
  format: TextFormat,
): ShapedTable {
  const columns = [table, ...beside].flatMap((each) => each.columns);
  const rowOf = (number: number) => rows.find((row) => row.number === number);
  const { cells = [], width = 0 } = rowOf(headingRow) ?? {};
  const said = new Map(cells.map(({ column, text }) => [column, text.replace(/\s+/g, ' ').trim()]));
  const hasTwo = columns.some(({ column, heading }) => said.get(column) !== heading);
  const above = (hasTwo && rowOf(headingRow - 1)?.cells) || [];
  return shapeOf({ cells: [...cells, ...above], width }, rowsFrom(rows, headingRow + 1), columns, format);
}

/** The same of headings and the rows below, up to further headings. */
function shapeOf(
  { cells, width = 0 }: Pick<SeenRow, 'cells' | 'width'>,
  below: SeenRow[],
  columns: TableColumn[],
  { separator }: TextFormat,
): ShapedTable {
  const end = below.findIndex((row) => isHeadings(row.cells));
  return {
    headings: cells.length > 0 ? { width, last: Math.max(...cells.map(({ column }) => column)) } : undefined,
    rows: below.slice(0, end < 0 ? below.length : end).map(({ width = 0, cells }) => ({ width, cells })),
    columns: columns.map(({ field, column }) => ({ column, as: READ_AS[field] ?? 'other' })),
    separator,
  };
}

function isHeadings(cells: SeenCell[]): boolean {
  const known = matchColumns(cells);
  return known.length > 1 && known.some(isIdentifier);
}

/** What columns are called, the first of many, with the letters of those that are called as another one. */
function listed(columns: TableColumn[], among: TableColumn[] = columns): string {
  const names = columns.slice(0, LISTED_COLUMNS).map(({ heading, column }) => {
    const isShared = among.filter((each) => each.heading === heading).length > 1;
    return isShared ? `${heading} (${columnLetters(column)})` : heading;
  });
  return [...names, ...(columns.length > LISTED_COLUMNS ? ['…'] : [])].join(', ');
}

function lettered<Column extends { column: number }>(columns: Column[]) {
  return columns.map((each) => ({ ...each, column: columnLetters(each.column) }));
}

function located(columns: TableColumn[]): string {
  return columns.map(({ column, heading }) => `${columnLetters(column)} «${heading}»`).join(', ');
}

/** Keeps the deadline and reports progress, both at every chunk. */
class Clock {
  readonly progress: ReadProgress = { stage: 'unpacking', rows: 0, bytes: 0, totalBytes: 0 };
  private readonly limits: Limits;
  private readonly onProgress: (progress: ReadProgress) => void;
  private readonly started = performance.now();
  /** Of this thread alone. Large parts of a workbook are unpacked on another one, which counts for nobody. */
  private readonly usedBefore = process.threadCpuUsage();
  private reported = 0;

  constructor(limits: Limits, onProgress: (progress: ReadProgress) => void) {
    this.limits = limits;
    this.onProgress = onProgress;
  }

  advance(bytes: number, rows: number): void {
    this.progress.bytes += bytes;
    this.progress.rows = rows;
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(this.usedBefore);
    if ((user + system) / 1000 > this.limits.milliseconds) {
      throw new ImportError('import_too_slow', { seconds: Math.round((now - this.started) / 1000) });
    }
    if (now - this.reported >= PROGRESS_MILLISECONDS) this.report();
  }

  report(): void {
    this.reported = performance.now();
    this.onProgress({ ...this.progress });
  }
}

/**
 * Why no table was found: import_workbook_empty, import_no_heading, import_no_quantity_heading or
 * import_no_identifier_heading.
 */
function noHeading(sheets: SeenSheet[]): ImportError {
  if (sheets.every(({ rows }) => rows.length === 0)) return new ImportError('import_workbook_empty');
  const halves = sheets.flatMap((sheet) =>
    sheet.rows
      .filter((row) => row.number <= LAST_HEADING_ROW)
      .map((row) => ({ sheet, row, columns: matchColumns(row.cells) }))
      .filter(({ row, columns }) => columns.length >= 2 || (columns.length === 1 && row.cells.length >= 2)),
  );
  const identified = halves.find(({ columns }) => columns.some(isIdentifier));
  const counted = halves.find(({ columns }) => columns.some((c) => c.field === 'quantity'));
  const words = { identifierHeadings: IDENTIFIER_HEADINGS, quantityHeadings: QUANTITY_HEADINGS };
  const half = identified ?? counted;
  const shown = shownSheets(sheets);
  if (half === undefined) return new ImportError('import_no_heading', words, shown);
  const found = located(half.columns);
  const place = { sheet: half.sheet.name, row: half.row.number, found };
  if (!identified) return new ImportError('import_no_identifier_heading', { ...words, ...place }, shown);
  const heading = half.row.cells.map(({ text }) => text).find(notOfPacks);
  const context = heading && notOfPacks(heading);
  return new ImportError(
    'import_no_quantity_heading',
    { ...words, ...place, ...(context ? { heading, context } : {}) },
    shown,
  );
}

import {
  type ColumnField,
  type Decimal,
  LISTED_ROWS,
  type NoticeCode,
  SKIP_REASONS,
  type SkipReason,
} from '#shared/read-report.ts';
import type { Notice, ReadReport } from '#shared/schemas/import-report.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { BOOLEAN, EMPTY, FORMULA, NUMBER, type Row, STRING } from '../../workbooks/reading/row.ts';
import {
  CASE,
  CHECK_DIGIT,
  Code,
  DIGITS_LOST,
  GTIN,
  IdentifierReader,
  NONE,
  PHARMACODE,
} from '../../workbooks/values/identifiers.ts';
import {
  LARGEST,
  type QuantityProblem,
  QuantityReader,
  type Unit,
  unitOf,
} from '../../workbooks/values/quantity.ts';
import { fold } from '../../workbooks/words/fold.ts';
import { matchHeading } from '../../workbooks/words/headings.ts';
import { words } from '../../workbooks/words/vocabulary.ts';
import { being, pattern } from '../../workbooks/words/word-patterns.ts';
import type { LinesFile } from './lines-file.ts';
import { type FurtherTable, headsGroup, isDivided, joinedCells, YEAR } from './recognition/find-table.ts';
import {
  isIdentifier,
  matchColumns,
  type SeenCell,
  type SeenRow,
  type TableColumn,
} from './recognition/match-columns.ts';
import { isPeriodWord } from './recognition/periods.ts';
import type { RowShape } from './recognition/row-shape.ts';
import type { Range } from './recognition/tables-beside.ts';
import type { Units } from './recognition/units.ts';
import { ResultRows } from './result-rows.ts';

const TOTAL = new RegExp(`^${pattern(words.totalOfRows)}( .*)?$`);
const LONGEST = 60;

const OF_RETURNS = being(words.titleOfReturns);
const BESIDE_RETURNS = being(words.besideReturns);
const PAGE = /^(seite|page|pagina)( |$)/;

/** Every label has one of these; asked first, because a million rows may have to be asked. */
const STEM = /tota|summe|somm|gesamt|ergebnis|r[eé]sul|risul/i;

/** Words of which a row of headings has one; asked first, as rows without a code may be many. */
const CODE_WORD = /gtin|ean|code|kode|pharma|pzn|barre/i;
/** How such a word begins; asked before. */
const CODE_PAIRS = new Set(
  ['gt', 'ea', 'co', 'ko', 'ph', 'pz', 'ba'].map((pair) => pairAt(Buffer.from(pair), 0)),
);
const WORD_BYTES = 100;
const MOST_WORDS = 10_000;

const LISTED_VALUES = 20;
const LISTED_CHARACTERS = 120;
const NOTICE_ROWS = 100;
const LABEL_BYTES = 100;
const MOST_GROUPS = 3;
const UNIT_BYTES = 100;
const MOST_UNITS = 1000;

/** More of a text than this is no heading. */
const SEEN_BYTES = 400;

/** How rows are read. */
export type Reading = {
  /** What separates decimals where a text could be read in two ways. */
  decimal: Decimal | undefined;
  /** By who sent the file. */
  isChosen: boolean;
  /** Of a text's rows. */
  shape: RowShape | undefined;
  /** Rows with a code that sum up those above, though they do not say so. */
  results: ReadonlySet<number>;
  /** By a title above the first headings. */
  isOfReturns: boolean;
  /** The table that a row of headings begins; undefined where it names no code or no packs. */
  tableBelow: (headings: SeenRow) => Begun | undefined;
  /** Of a text's rows below a row of headings. */
  shapeBelow: (headings: SeenRow, columns: TableColumn[]) => RowShape | undefined;
};

/** A table and, in a text, the shape of its rows. */
export type Begun = { table: FurtherTable; shape: RowShape | undefined };

type Counts = Pick<
  ReadReport,
  'rowsRead' | 'imported' | 'emptyRows' | 'skipped' | 'totalRowCount' | 'totalRows' | 'hiddenRows' | 'notices'
>;

/** Judges the rows below the heading one by one: writes what can be imported, and reports everything else. */
export class RowImporter {
  readonly counts: Counts = {
    rowsRead: 0,
    imported: 0,
    emptyRows: 0,
    skipped: {
      total: 0,
      byReason: Object.fromEntries(SKIP_REASONS.map((r) => [r, 0])) as Record<SkipReason, number>,
      rows: [],
    },
    totalRowCount: 0,
    totalRows: [],
    hiddenRows: { total: 0, rows: [] },
    notices: [],
  };

  /** Read one after the other. */
  readonly tables: FurtherTable[] = [];
  /** The first quantity that counts something else than packs: then all of the column may. */
  otherUnit: { heading: string; row: number; quantity: string } | undefined;

  private lastRow = 0;
  private readonly lines: LinesFile;
  private readonly reading: Reading;
  private columns: TableColumn[] = [];
  private headed = false;
  private gtinColumn = -1;
  private pharmacodeColumn = -1;
  private quantityColumn = -1;
  /** Further columns of quantities, which are added to the first one. */
  private added: number[] = [];
  /** Columns that the one of quantities sums up. */
  private parts: readonly number[] = [];
  private units: Units | undefined;
  private readonly unitsSeen = new Map<string, Unit | 'unknown'>();
  private textColumns: number[] = [];
  private readonly gtin = new IdentifierReader(true);
  private readonly pharmacode = new IdentifierReader();
  private readonly code = new Code();
  private readonly quantity: QuantityReader;
  private readonly codes: Codes;
  private results!: ResultRows;
  private readonly allResults: ResultRows[] = [];
  /** Below the headings of a table that is none of purchases. */
  private isElse = false;
  /** Below a title of returns: packs are taken off, with or without a minus. */
  private isOfReturns = false;
  /** What stands right above: 'gap' where that is one cell at most, as between two tables. */
  private above: 'headings' | 'gap' | 'row' = 'headings';
  /** A row right above that may stand over several headings each. */
  private groups: SeenRow | undefined;
  /** By headings right above, of which the next row may say more. */
  private begun: (Begun & { headings: SeenRow }) | undefined;
  private readonly wordsAsked = new Set<string>();
  private shape: RowShape | undefined;
  /** Of the table that is read where another one stands beside it. */
  private range: Range | undefined;
  private isShifted = false;
  private lastSeen = 0;
  private rowsBefore = 0;

  constructor(lines: LinesFile, mostCodes: number, reading: Reading) {
    this.lines = lines;
    this.reading = reading;
    this.quantity = new QuantityReader(reading.decimal);
    this.codes = new Codes(mostCodes);
  }

  /** To be called before the rows of a table are taken; of tables beside each other each has the same rows. */
  begin(table: FurtherTable): void {
    this.readBy({ table, shape: this.reading.shape });
    this.range = table.range;
    this.isOfReturns = this.reading.isOfReturns;
    this.rowsBefore = this.counts.rowsRead;
    this.lastRow = 0;
    this.lastSeen = Number.POSITIVE_INFINITY;
    this.above = 'headings';
    this.groups = undefined;
    this.begun = undefined;
    this.wordsAsked.clear();
  }

  /** From here on its columns are read. */
  private readBy({ table, shape }: Begun): void {
    const { columns } = table;
    this.tables.push(table);
    this.shape = shape;
    const column = (field: ColumnField) => columns.find((c) => c.field === field)?.column ?? -1;
    this.columns = columns;
    this.headed = columns.some(({ heading }) => heading !== '');
    this.gtinColumn = column('gtin');
    this.pharmacodeColumn = column('pharmacode');
    this.quantityColumn = column('quantity');
    this.added = columns
      .filter(({ field }) => field === 'quantity')
      .map((each) => each.column)
      .slice(1);
    this.parts = table.parts;
    this.units = table.units;
    this.textColumns = (
      [
        'gtin',
        'pharmacode',
        'quantity',
        'description',
        'manufacturer',
        'exFactoryPrice',
        'publicPrice',
      ] as const
    ).map(column);
    this.isElse = false;
    this.results = new ResultRows(column('description'), this.textColumns);
    this.allResults.push(this.results);
  }

  take(row: Row): void {
    if (!row.filled) return;
    if (this.range) {
      this.isShifted = this.shape?.isShifted(row) ?? false;
      row.narrow(this.range.first, this.range.last);
      if (!row.filled) return;
    }
    if (row.number > this.lastSeen + 1) this.above = 'gap';
    const { heading_repeated: headings } = this.counts.skipped.byReason;
    this.takeFilled(row);
    this.lastSeen = row.number;
    this.groups = row.count <= MOST_GROUPS && row.columns[0]! > 0 ? seenRow(row) : undefined;
    const isHeadings = this.counts.skipped.byReason.heading_repeated > headings;
    this.above = isHeadings ? 'headings' : row.count < 2 ? 'gap' : 'row';
  }

  private takeFilled(row: Row): void {
    const { counts } = this;
    this.lastRow = Math.max(this.lastRow, row.number);
    counts.rowsRead++;
    if (this.begun && this.dividesHeadings(row, this.begun)) return;
    if (row.hidden) {
      counts.hiddenRows.total++;
      if (counts.hiddenRows.rows.length < LISTED_ROWS) counts.hiddenRows.rows.push(row.number);
    }
    this.identify(row, this.gtinColumn, this.gtin);
    this.identify(row, this.pharmacodeColumn, this.pharmacode);
    const gtin =
      this.gtin.shape === GTIN ? this.gtin : this.pharmacode.shape === GTIN ? this.pharmacode : undefined;
    const pharmacode =
      this.pharmacode.shape === PHARMACODE
        ? this.pharmacode
        : this.gtin.shape === PHARMACODE
          ? this.gtin
          : undefined;
    if (gtin === undefined && pharmacode === undefined) {
      this.reject(row);
      return;
    }
    if (this.isElse) {
      this.skip(row, 'other_table');
      return;
    }
    const isShifted = this.range ? this.isShifted : this.shape?.isShifted(row);
    const problem = isShifted ? 'row_shifted' : this.readQuantity(row);
    if (problem !== undefined) {
      if (problem === 'quantity_unit') this.otherUnit ??= this.unitOf(row);
      if (problem === 'quantity_not_whole' && mayBeThousands(row, this.quantityColumn))
        this.notice('thousands_lost', row);
      this.skip(row, problem === 'quantity_unit' ? 'quantity_unreadable' : problem);
      return;
    }
    const packs = this.quantity.value;
    const { results, code } = this;
    code.read(gtin?.digits, pharmacode?.digits);
    const continues = results.continues(code);
    const label = results.labelOf(row);
    if (label !== undefined && continues && results.isSum(packs)) {
      results.passResult();
      this.notice('result_rows', row);
      this.leaveTotal(row, label);
      return;
    }
    if (label !== undefined && !continues && results.isTotal(label, packs)) {
      results.passTotal();
      this.leaveTotal(row, label);
      return;
    }
    if (this.reading.results.has(row.number)) {
      this.notice('result_rows_unlabelled', row);
      this.leaveTotal(row, '');
      return;
    }
    results.add(row, code, packs, continues);
    if (label !== undefined) {
      results.hasLabelled = true;
      this.notice('total_with_code', row);
    }
    if (gtin === this.pharmacode) this.notice('gtin_in_pharmacode_column', row);
    if (pharmacode === this.gtin) this.notice('pharmacode_in_gtin_column', row);
    else if (gtin === undefined && this.gtin.shape !== NONE) this.notice('gtin_invalid_used_pharmacode', row);
    if (this.parts.length > 0 && !this.addUp(row)) this.notice('parts_differ_from_total', row);
    if (this.isOfReturns && this.quantity.value > 0) {
      this.quantity.value *= -1;
      this.notice('returns_taken_off', row);
    }
    this.codes.add(code);
    this.write(row, gtin?.digits, pharmacode?.digits);
  }

  /** To be called after the last row of a table: what stands empty above the last filled row, written out or not. */
  end(headingRow: number): void {
    const rows = this.counts.rowsRead - this.rowsBefore;
    this.counts.emptyRows += Math.max(0, this.lastRow - headingRow - rows);
  }

  /** To be called after the last table. */
  finish(): void {
    for (const results of this.allResults)
      for (const row of results.doubtful()) this.noticeAt('rows_equal_sum', row);
  }

  /** What only all rows say of how they are to be read, where it is otherwise than they were. */
  readAgain(): Reading | undefined {
    const { decimal, isChosen, results } = this.reading;
    const { decimals, isAmbiguous } = this.quantity;
    const [own, other] = decimals;
    // Where 1.250 would be a part of a pack, 2.000 may be thousands, too.
    const assumed = isChosen || !this.quantity.isBroken ? decimal : undefined;
    const said = isChosen || !isAmbiguous || own === undefined ? assumed : other ? undefined : own;
    // Of tables beside each other a row's number does not say whose result it is.
    const unlabelled = this.range ? [] : this.allResults.flatMap((each) => each.unlabelled());
    const found = results.size > 0 ? results : new Set(unlabelled);
    const isSame = said === decimal && found.size === results.size;
    return isSame ? undefined : { ...this.reading, decimal: said, results: found };
  }

  /** Whether some quantities are texts that could be read in two ways. */
  get isAmbiguous(): boolean {
    return this.quantity.isAmbiguous;
  }

  private identify(row: Row, column: number, reader: IdentifierReader): void {
    if (row.kind(column) === EMPTY) reader.shape = NONE;
    else reader.read(row.source(column), row.start(column), row.end(column));
  }

  private readQuantity(row: Row): QuantityProblem | undefined {
    const { units, quantityColumn, added } = this;
    const problem =
      added.length === 0 ? this.readCell(row, quantityColumn) : this.readSum(row, [quantityColumn, ...added]);
    if (problem !== undefined || units === undefined) return problem;
    return this.isOtherUnit(row.text(units.column, UNIT_BYTES), units) ? 'quantity_other_unit' : undefined;
  }

  private isOtherUnit(text: string, { isBeside }: Units): boolean {
    const known = this.unitsSeen.get(text);
    const unit = known ?? unitOf(text) ?? 'unknown';
    if (known === undefined && this.unitsSeen.size < MOST_UNITS) this.unitsSeen.set(text, unit);
    return unit === 'holds packs' || (unit === 'no pack' && isBeside);
  }

  /** An empty cell adds nothing. */
  private readSum(row: Row, columns: readonly number[]): QuantityProblem | undefined {
    const { quantity } = this;
    let sum = 0;
    let isMissing = true;
    for (const column of columns) {
      const problem = this.readCell(row, column);
      if (problem === 'quantity_missing') continue;
      if (problem !== undefined) return problem;
      isMissing = false;
      sum += quantity.value;
    }
    quantity.value = sum;
    if (Math.abs(sum) > LARGEST) return 'quantity_out_of_range';
    return isMissing ? 'quantity_missing' : undefined;
  }

  /** Whether the parts of a row's quantity are what it says, if any is given. */
  private addUp(row: Row): boolean {
    const { quantity, parts } = this;
    const total = quantity.value;
    const problem = this.readSum(row, parts);
    const isSame = problem === 'quantity_missing' || (problem === undefined && quantity.value === total);
    quantity.value = total;
    return isSame;
  }

  private readCell(row: Row, column: number): QuantityProblem | undefined {
    const { quantity } = this;
    const kind = row.kind(column);
    if (kind === EMPTY) return 'quantity_missing';
    if (kind === FORMULA) return 'formula_not_calculated';
    if (kind !== NUMBER && kind !== STRING) return 'quantity_unreadable';
    quantity.read(row.source(column), row.start(column), row.end(column), kind === NUMBER);
    return quantity.problem;
  }

  private unitOf(row: Row) {
    const { heading, column } = this.columns.find(({ field }) => field === 'quantity')!;
    return { heading, row: row.number, quantity: cellText(row, column) };
  }

  private reject(row: Row): void {
    if (this.repeatsHeading(row)) {
      this.skip(row, 'heading_repeated');
      const headings = seenRow(row);
      const isWider = this.shape !== undefined && row.width !== this.shape.headingsWidth;
      const shape = isWider ? this.reading.shapeBelow(headings, this.columns) : this.shape;
      this.begun = { table: this.tables.at(-1)!, shape, headings };
      return;
    }
    if (this.beginsTable(row)) return;
    if (row.count === 1 && row.kind(row.columns[0]!) === STRING) {
      const title = row.text(row.columns[0]!, LABEL_BYTES);
      const isReturns = titlesReturns(title);
      // Packs may be headed above their months.
      const isNone = PAGE.test(fold(title)) || (row.columns[0]! > 0 && matchHeading(title));
      if (!isNone) this.isOfReturns = isReturns;
    }
    if (this.isElse) {
      this.skip(row, 'other_table');
      return;
    }
    const label = this.totalLabel(row) ?? this.results.labelOf(row);
    if (label !== undefined) {
      this.leaveTotal(row, label);
      return;
    }
    const shapes = [this.gtin.shape, this.pharmacode.shape];
    const formula = row.kind(this.gtinColumn) === FORMULA || row.kind(this.pharmacodeColumn) === FORMULA;
    if (shapes.includes(CASE)) this.skip(row, 'gtin_of_case');
    else if (shapes.includes(DIGITS_LOST)) this.skip(row, 'gtin_digits_lost');
    else if (shapes.includes(CHECK_DIGIT)) this.skip(row, 'gtin_check_digit');
    else if (formula) this.skip(row, 'formula_not_calculated');
    else if (shapes.every((shape) => shape === NONE)) this.skip(row, 'identifier_missing');
    else this.skip(row, 'identifier_unreadable');
  }

  private totalLabel(row: Row): string | undefined {
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      if (row.kind(column) !== STRING || row.end(column) - row.start(column) > LABEL_BYTES) continue;
      const text = row.text(column).trim();
      if (isTotalLabel(text)) return text;
    }
    return undefined;
  }

  private leaveTotal(row: Row, label: string): void {
    const { counts } = this;
    counts.totalRowCount++;
    if (counts.totalRows.length < LISTED_ROWS) {
      counts.totalRows.push({ row: row.number, label, values: valuesOf(row) });
    }
  }

  /**
   * Whether a row without a code is one of headings with other columns, which end the table: what stands below them is
   * read by them, or not at all where they name no code and quantity.
   */
  private beginsTable(row: Row): boolean {
    const word = this.codeWord(row);
    if (word === undefined) return false;
    const cells = cellsOf(row);
    if (word !== '') {
      const { groups } = this;
      const isBelow = groups?.number === row.number - 1 && headsGroup(groups.cells, cells);
      const headings = { ...seenRow(row), ...(isBelow && { cells: joinedCells(groups.cells, cells) }) };
      const begun = this.reading.tableBelow(headings);
      if (begun) {
        this.begun = { ...begun, headings };
        this.wordsAsked.delete(word);
        this.skip(row, 'heading_repeated');
        return true;
      }
      const known = matchColumns(headings.cells);
      const names = (isOf: (column: TableColumn) => boolean) => known.some(isOf);
      const isHeadings =
        names(({ field }) => field === 'quantity') || (known.length > 1 && cells.every(isHeading));
      // Right below headings they are said again, in another language.
      const isElse = this.above !== 'headings' && names(isIdentifier) && isHeadings;
      if (isElse) return this.endTable(row);
    }
    const own = [this.gtinColumn, this.pharmacodeColumn].filter((column) => row.kind(column) !== EMPTY);
    const places = [...own, this.quantityColumn].map((column) =>
      cells.find((cell) => cell.column === column),
    );
    const isElse = this.above === 'gap' && own.length > 0 && places.every((cell) => cell && isWord(cell));
    return isElse && this.endTable(row);
  }

  /** Whether a row below headings divides the one of packs: both say then which columns are read. */
  private dividesHeadings(row: Row, { headings, ...begun }: Begun & { headings: SeenRow }): boolean {
    this.begun = undefined;
    const cells = row.number === headings.number + 1 ? cellsOf(row) : [];
    const isBelow = isDivided(headings.cells, { number: row.number, cells }, begun.table.columns);
    const read = isBelow
      ? this.reading.tableBelow({
          ...headings,
          cells: joinedCells(headings.cells, cells),
          number: row.number,
        })
      : begun;
    if (!read) return this.endTable(row);
    this.isElse = false;
    if (isEqual(read.table.columns, this.columns)) this.shape = read.shape;
    else {
      this.readBy(read);
      this.noticeAt('further_table', headings.number);
    }
    if (isBelow) this.skip(row, 'heading_repeated');
    return isBelow;
  }

  /**
   * What a row that may be one of headings says of codes, '' where it says nothing and stands below a break; undefined for
   * other rows.
   */
  private codeWord(row: Row): string | undefined {
    const { wordsAsked } = this;
    if (row.count < 2) return undefined;
    let found: string | undefined;
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      if (row.kind(column) === NUMBER && !mayBePeriod(row, column)) return undefined;
      if (found || row.kind(column) !== STRING) continue;
      const start = row.start(column);
      const end = row.end(column);
      if (end - start > WORD_BYTES || !mayBeCodeWord(row.source(column), start, end)) continue;
      const text = row.text(column);
      if (CODE_WORD.test(text)) found = text;
    }
    // A remark that many rows have is asked once.
    if (found && wordsAsked.size < MOST_WORDS && !wordsAsked.has(found)) {
      wordsAsked.add(found);
      return found;
    }
    return this.above === 'gap' ? '' : undefined;
  }

  private endTable(row: Row): true {
    this.skip(row, 'other_table');
    this.isElse = true;
    return true;
  }

  private repeatsHeading(row: Row): boolean {
    return (
      this.headed &&
      this.columns.every(({ column, heading }) => row.text(column).replace(/\s+/g, ' ').trim() === heading)
    );
  }

  private skip(row: Row, reason: SkipReason): void {
    const { skipped } = this.counts;
    skipped.total++;
    skipped.byReason[reason]++;
    if (skipped.rows.length < LISTED_ROWS)
      skipped.rows.push({ row: row.number, reason, values: valuesOf(row) });
  }

  private notice(code: NoticeCode, row: Row): void {
    this.noticeAt(code, row.number);
  }

  private noticeAt(code: NoticeCode, row: number): void {
    const { notices } = this.counts;
    const known = notices.find((n) => n.code === code);
    if (known === undefined) notices.push({ code, params: {}, row, rows: [row], count: 1 });
    else addRow(known, row);
  }

  private write(row: Row, gtin: Uint8Array | undefined, pharmacode: Uint8Array | undefined): void {
    const { lines, textColumns } = this;
    let size = 0;
    for (const column of textColumns)
      if (row.kind(column) !== EMPTY) size += row.end(column) - row.start(column);
    lines.reserve(size);
    lines.integer(row.number);
    lines.comma();
    for (const column of textColumns) {
      const kind = row.kind(column);
      // As it is shown, not as it is stored.
      if (column === this.quantityColumn && this.added.length > 0) lines.integer(this.quantity.value);
      else if (kind === BOOLEAN) lines.ascii(row.text(column));
      else if (kind !== EMPTY) lines.text(row.source(column), row.start(column), row.end(column));
      lines.comma();
    }
    if (gtin) lines.digits(gtin, 13);
    lines.comma();
    if (pharmacode) lines.digits(pharmacode, 7);
    lines.comma();
    lines.integer(this.quantity.value);
    lines.endLine();
    this.counts.imported++;
  }
}

/** Counts different pairs of GTIN and Pharmacode: what is kept of a statistic and takes time to open it grows with them. */
class Codes {
  private readonly most: number;
  private count = 0;
  /** The Pharmacode that came first with each GTIN, by its first seven digits and the others: numbers that take no memory. */
  private readonly first = new Map<number, Map<number, number>>();
  private readonly others = new Set<string>();

  constructor(most: number) {
    this.most = most;
  }

  /** @throws {ImportError} where there are too many with this one */
  add({ start, end: endOfGtin, pharmacode: other }: Code): void {
    const end = start < 0 ? other : endOfGtin;
    let ends = this.first.get(start);
    if (!ends) {
      ends = new Map();
      this.first.set(start, ends);
    }
    const known = ends.get(end);
    if (known === other) return;
    if (known === undefined) ends.set(end, other);
    else {
      const pair = `${start} ${end} ${other}`;
      if (this.others.has(pair)) return;
      this.others.add(pair);
    }
    if (++this.count > this.most) throw new ImportError('import_too_many_codes', { limit: this.most });
  }
}

/** Whether a number in a cell is 1.25 or 12.5, as 1.250 becomes where a program takes its point for a decimal one. */
function mayBeThousands(row: Row, column: number): boolean {
  const value = Math.abs(Number(row.text(column)));
  return row.kind(column) === NUMBER && value > 1 && value < 1000 && Number.isInteger(value * 1000);
}

function mayBeCodeWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (CODE_PAIRS.has(pairAt(bytes, at - 1))) return true;
  return false;
}

/** Two bytes as a number, in small letters. */
function pairAt(bytes: Uint8Array, at: number): number {
  return 256 * (bytes[at]! | 0x20) + (bytes[at + 1]! | 0x20);
}

function addRow(notice: Notice, row: number): void {
  notice.count = (notice.count ?? 0) + 1;
  if (notice.rows && notice.rows.length < NOTICE_ROWS) notice.rows.push(row);
}

function valuesOf(row: Row): string[] {
  const values: string[] = [];
  for (let i = 0; i < row.count && values.length < LISTED_VALUES; i++)
    values.push(cellText(row, row.columns[i]!));
  return values;
}

function cellText(row: Row, column: number): string {
  return row
    .text(column, 4 * LISTED_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LISTED_CHARACTERS)
    .toWellFormed();
}

/** The filled cells of a row from left to right, of a long text as much as a heading may have. */
export function cellsOf(row: Row): SeenCell[] {
  const cells: SeenCell[] = [];
  for (let i = 0; i < row.count; i++) {
    const column = row.columns[i]!;
    const text = row.text(column, SEEN_BYTES);
    if (row.kind(column) !== EMPTY && text.trim() !== '')
      cells.push({ column, text, kind: row.kind(column), hidden: row.isColumnHidden(column) });
  }
  return cells.sort((a, b) => a.column - b.column);
}

function isHeading(cell: SeenCell): boolean {
  return isWord(cell) || YEAR.test(cell.text);
}

/** A month or a year: 1 or 2025. */
function mayBePeriod(row: Row, column: number): boolean {
  const length = row.end(column) - row.start(column);
  return length < 3 || (length === 4 && YEAR.test(row.text(column)));
}

function seenRow(row: Row): SeenRow {
  return { number: row.number, cells: cellsOf(row), width: row.width };
}

function isWord({ text }: SeenCell): boolean {
  return /\p{L}/u.test(text) && !/\d/.test(text);
}

/** Whether a title says that a table is of returns. */
export function titlesReturns(title: string): boolean {
  const said = fold(title).split(' ');
  const isReturns = (word: string) => OF_RETURNS.test(word);
  const isBeside = (word: string) => BESIDE_RETURNS.test(word) || /^\d+$/.test(word) || isPeriodWord(word);
  return said.some(isReturns) && said.every((word) => isReturns(word) || isBeside(word));
}

/** Whether the same stands in the same columns. */
function isEqual(one: TableColumn[], other: TableColumn[]): boolean {
  const places = (columns: TableColumn[]) => columns.map(({ field, column }) => `${field} ${column}`).join();
  return places(one) === places(other);
}

/** True for the label of a row that sums up others: "Total", "Gesamttotal CHF", "Totaux", "Totale generale". */
export function isTotalLabel(text: string): boolean {
  return text.length <= LONGEST && STEM.test(text) && TOTAL.test(fold(text));
}

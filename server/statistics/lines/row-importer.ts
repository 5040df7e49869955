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
import type { LinesFile } from './lines-file.ts';
import type { TableColumn } from './recognition/find-table.ts';
import { fold } from './recognition/headings.ts';
import {
  CHECK_DIGIT,
  DIGITS_LOST,
  GTIN,
  IdentifierReader,
  NONE,
  PHARMACODE,
} from './recognition/identifiers.ts';
import { QuantityReader } from './recognition/quantity.ts';

const TOTAL =
  /^((sub|sous|zwischen|gesamt|grand|general|jahres|monats)? ?(total|totale|totali|totaux|totals|summe|summen|somme|somma)|gesamt|gesamttotal|gesamtsumme|(gesamt)?ergebnis|endsumme|zwischensumme|zwischentotal|subtotal|subtotale|sous total|total general|totale generale|somme totale|summe total)( .*)?$/;
const LONGEST = 60;

/** Every label has one of these; asked first, because a million rows may have to be asked. */
const STEM = /tota|summe|somm|gesamt|ergebnis/i;

/** What a row of an article says where it sums up others: nothing else, as articles are called Total Blue. */
const TOTAL_ALONE = /^((sub|sous|zwischen|gesamt) ?)?(total|totale|totaux|summe|somme|ergebnis)$/;
const TOTAL_BYTES = { least: 5, most: 20 };
/** How such a word begins and ends, asked first, because a million rows may have to be asked. */
const TOTAL_STARTS = new Set(
  ['to', 'su', 'so', 'er', 'zw', 'ge'].map((word) => 256 * word.charCodeAt(0) + word.charCodeAt(1)),
);
const TOTAL_ENDS = new Set([...'lexs'].map((letter) => letter.charCodeAt(0)));

const LISTED_VALUES = 20;
const LISTED_CHARACTERS = 120;
const NOTICE_ROWS = 100;
const LABEL_BYTES = 100;

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

  private lastRow = 0;
  private readonly lines: LinesFile;
  private readonly columns: TableColumn[];
  private readonly headed: boolean;
  private readonly gtinColumn: number;
  private readonly pharmacodeColumn: number;
  private readonly quantityColumn: number;
  private readonly textColumns: number[];
  private readonly gtin = new IdentifierReader();
  private readonly pharmacode = new IdentifierReader();
  private readonly quantity: QuantityReader;
  private readonly codes: Codes;

  /** `decimal`: what separates decimals where a text could be read in two ways. */
  constructor(columns: TableColumn[], lines: LinesFile, mostCodes: number, decimal?: Decimal) {
    const column = (field: ColumnField) => columns.find((c) => c.field === field)?.column ?? -1;
    this.lines = lines;
    this.quantity = new QuantityReader(decimal);
    this.codes = new Codes(mostCodes);
    this.columns = columns;
    this.headed = columns.some(({ heading }) => heading !== '');
    this.gtinColumn = column('gtin');
    this.pharmacodeColumn = column('pharmacode');
    this.quantityColumn = column('quantity');
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
  }

  take(row: Row): void {
    const { counts } = this;
    if (!row.filled) return;
    this.lastRow = Math.max(this.lastRow, row.number);
    counts.rowsRead++;
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
    const problem = this.readQuantity(row);
    if (problem !== undefined) {
      this.skip(row, problem);
      return;
    }
    if (gtin === this.pharmacode) this.notice('gtin_in_pharmacode_column', row);
    if (pharmacode === this.gtin) this.notice('pharmacode_in_gtin_column', row);
    else if (gtin === undefined && this.gtin.shape !== NONE) this.notice('gtin_invalid_used_pharmacode', row);
    if (this.isCalledTotal(row)) this.notice('total_with_code', row);
    this.codes.add(gtin?.digits, pharmacode?.digits);
    this.write(row, gtin?.digits, pharmacode?.digits);
  }

  /** To be called after the last row: what stands empty above the last filled row, written out or not. */
  finish(headingRow: number): void {
    this.counts.emptyRows = Math.max(0, this.lastRow - headingRow - this.counts.rowsRead);
  }

  private identify(row: Row, column: number, reader: IdentifierReader): void {
    if (row.kind(column) === EMPTY) reader.shape = NONE;
    else reader.read(row.source(column), row.start(column), row.end(column));
  }

  private readQuantity(row: Row): SkipReason | undefined {
    const { quantityColumn: column, quantity } = this;
    const kind = row.kind(column);
    if (kind === EMPTY) return 'quantity_missing';
    if (kind === FORMULA) return 'formula_not_calculated';
    if (kind !== NUMBER && kind !== STRING) return 'quantity_unreadable';
    quantity.read(row.source(column), row.start(column), row.end(column), kind === NUMBER);
    return quantity.problem;
  }

  private reject(row: Row): void {
    const label = this.totalLabel(row);
    if (label !== undefined) {
      const { counts } = this;
      counts.totalRowCount++;
      if (counts.totalRows.length < LISTED_ROWS) {
        counts.totalRows.push({ row: row.number, label, values: valuesOf(row) });
      }
      return;
    }
    const shapes = [this.gtin.shape, this.pharmacode.shape];
    const formula = row.kind(this.gtinColumn) === FORMULA || row.kind(this.pharmacodeColumn) === FORMULA;
    if (this.repeatsHeading(row)) this.skip(row, 'heading_repeated');
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

  private isCalledTotal(row: Row): boolean {
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      const start = row.start(column);
      const size = row.end(column) - start;
      if (size < TOTAL_BYTES.least || size > TOTAL_BYTES.most || row.kind(column) !== STRING) continue;
      if (mayBeTotal(row.source(column), start, size) && TOTAL_ALONE.test(fold(row.text(column))))
        return true;
    }
    return false;
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
    const { notices } = this.counts;
    const known = notices.find((n) => n.code === code);
    if (known === undefined)
      notices.push({ code, params: {}, row: row.number, rows: [row.number], count: 1 });
    else addRow(known, row.number);
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
      if (kind === BOOLEAN) lines.ascii(row.text(column));
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
  add(gtin: Uint8Array | undefined, pharmacode: Uint8Array | undefined): void {
    const other = pharmacode ? numberOf(pharmacode, 0, 7) : -1;
    const start = gtin ? numberOf(gtin, 0, 7) : -1;
    const end = gtin ? numberOf(gtin, 7, 13) : other;
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

function numberOf(digits: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + digits[at]! - 48;
  return value;
}

function mayBeTotal(bytes: Uint8Array, start: number, size: number): boolean {
  const lower = (at: number) => bytes[at]! | 0x20;
  return TOTAL_STARTS.has(256 * lower(start) + lower(start + 1)) && TOTAL_ENDS.has(lower(start + size - 1));
}

function addRow(notice: Notice, row: number): void {
  notice.count = (notice.count ?? 0) + 1;
  if (notice.rows && notice.rows.length < NOTICE_ROWS) notice.rows.push(row);
}

function valuesOf(row: Row): string[] {
  const values: string[] = [];
  for (let i = 0; i < row.count && values.length < LISTED_VALUES; i++) {
    values.push(
      row
        .text(row.columns[i]!, 4 * LISTED_CHARACTERS)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, LISTED_CHARACTERS)
        .toWellFormed(),
    );
  }
  return values;
}

/** True for the label of a row that sums up others: "Total", "Gesamttotal CHF", "Totaux", "Totale generale". */
export function isTotalLabel(text: string): boolean {
  return text.length <= LONGEST && STEM.test(text) && TOTAL.test(fold(text));
}

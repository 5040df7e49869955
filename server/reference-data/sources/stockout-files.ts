import { todayInZurich } from '#analytics/context.ts';
import { addDays } from '#shared/calendar.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import { toGtin, toPharmacode } from './reading/cells.ts';
import { type RowReader, readTable, type SourceRow } from './reading/read-table.ts';
import { NewestDay, type RowCollector } from './reading/row-collector.ts';
import type { ShortageEntry, SourceFile, SourceInput, SourceKey } from './rows.ts';

/**
 * Reads a wholesaler's list of what it can't deliver. Much on it is no medicine and stays; a row that stands there twice
 * in the same words counts once.
 */
export function readWholesalerStockouts(input: SourceInput): Promise<SourceFile<'stockouts-wholesaler'>> {
  return readTable('stockouts-wholesaler', input, wholesalerRows);
}

function wholesalerRows(): RowReader<'stockouts-wholesaler'> {
  const byCode = new Map<string, ShortageEntry>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const day = row.date('expectedDelivery');
      const words = day === null ? row.text('expectedDelivery') : '';
      const entry: ShortageEntry = {
        ...codes,
        description: row.text('description'),
        manufacturer: row.text('supplier'),
        reportedOn: '',
        updatedOn: '',
        status: day
          ? 'expected'
          : isDiscontinued({ status: words, expected_delivery: '' })
            ? words
            : 'indefinite',
        expectedDelivery: day ?? '',
        comment: words,
        backInStockOn: '',
      };
      if (/^\d{1,6}$/.test(row.text('pharmacode'))) rows.count('pharmacodesPadded');
      rows.count(day ? 'expectedOnDay' : 'expectedIndefinitely');
      if (entry.manufacturer === '') rows.count('suppliersMissing');
      const key = codes.pharmacode || codes.gtin || entry.description;
      const earlier = byCode.get(key);
      if (earlier && isSame(earlier, entry)) {
        rows.count('repeatedRows');
        return rows.leaveOut(row.number, '', key, 'row_repeated');
      }
      if (earlier) {
        rows.refuse(row.number, row.heading('pharmacode'), key, 'product_repeated');
        return;
      }
      byCode.set(key, entry);
      rows.use(entry);
    },
  };
}

function isSame(a: ShortageEntry, b: ShortageEntry): boolean {
  return (Object.keys(a) as (keyof ShortageEntry)[]).every((field) => a[field] === b[field]);
}

/** "9 abgeschlossen", on drugshortage.ch and in what repeats it: a product is deliverable again. */
const OVER =
  /^9(?![\p{L}\d.])|(?<!\p{L})(?<!(?:nicht|non|pas) )(?:abgeschlossen|terminée?s?|conclus[oaie])(?!\p{L})/iu;

/** Reads the grid of drugshortage.ch as a browser saves its page. */
export function readDrugshortage(input: SourceInput): Promise<SourceFile<'stockouts-drugshortage'>> {
  return readTable('stockouts-drugshortage', input, drugshortageRows);
}

function drugshortageRows(stated: string | null): RowReader<'stockouts-drugshortage'> {
  const newest = new ListDay();
  const products = new ReportedProducts<'stockouts-drugshortage'>();
  return {
    take(row, rows) {
      // Rows for filters and pages stand in the grid too.
      if (row.text('status') === '' && row.text('expectedDelivery') === '') return rows.count('otherRows');
      const codes = codesOf(row, rows);
      if (!codes) return;
      const updatedOn = dayOf(row, rows, 'updatedOn');
      newest.see(row, rows, { updatedOn });
      // Days since a report mean a day only where the page says of which day it is.
      products.take(row, rows, { ...codes, reportedOn: daysBefore(stated, row.text('days')), updatedOn });
    },
    date: () => stated ?? newest.day(),
  };
}

/** Reads the CSV that engpassradar writes, with the statuses of drugshortage.ch. */
export function readEngpassradar(input: SourceInput): Promise<SourceFile<'stockouts-engpassradar'>> {
  return readTable('stockouts-engpassradar', input, engpassradarRows);
}

function engpassradarRows(): RowReader<'stockouts-engpassradar'> {
  const newest = new ListDay();
  const products = new ReportedProducts<'stockouts-engpassradar'>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const updatedOn = dayOf(row, rows, 'updatedOn');
      // Days since a report change with every list; the day of the first sight does not.
      const reportedOn = dayOf(row, rows, 'firstSeen');
      newest.see(row, rows, { updatedOn, firstSeen: reportedOn });
      products.take(row, rows, { ...codes, reportedOn, updatedOn });
    },
    date: (stated) => stated ?? newest.day(),
  };
}

type Reported = Pick<ShortageEntry, 'gtin' | 'pharmacode' | 'reportedOn' | 'updatedOn'>;

/** The products of a list with statuses, each of which counts once. */
class ReportedProducts<Key extends 'stockouts-drugshortage' | 'stockouts-engpassradar'> {
  private readonly taken = new Map<string, { number: number; isOver: boolean; entry?: ShortageEntry }>();

  /**
   * The first row of a product counts. Where it is over in one row and missing in another it is missing anew: the latter
   * counts, wherever it stands.
   */
  take(row: SourceRow, rows: RowCollector<Key>, reported: Reported): void {
    const { gtin, pharmacode, updatedOn } = reported;
    const [description, status] = [row.text('description'), row.text('status')];
    const isOver = OVER.test(status);
    const key = gtin || pharmacode || description;
    const earlier = this.taken.get(key);
    const leaveOut = (number: number) =>
      rows.leaveOut(number, row.heading('status'), key, 'product_missing_anew');
    if (earlier?.isOver === isOver) {
      rows.refuse(row.number, row.heading('gtin'), key, 'product_repeated');
      return;
    }
    if (isOver) rows.count('reportedAsOver');
    if (earlier) leaveOut(isOver ? row.number : earlier.number);
    if (earlier && isOver) return;
    const entry: ShortageEntry = {
      ...reported,
      description,
      manufacturer: row.text('manufacturer'),
      status,
      expectedDelivery: isOver ? '' : dayOrWords(row, 'expectedDelivery'),
      comment: '',
      backInStockOn: isOver ? updatedOn : '',
    };
    // Without a day it says no more than a list that leaves the product out; the list's own day would move each week.
    const isListed = !isOver || updatedOn !== '';
    this.taken.set(key, { number: row.number, isOver, ...(isListed ? { entry } : {}) });
    if (earlier?.entry) Object.assign(earlier.entry, entry);
    else if (isListed) rows.use(entry);
  }
}

/** Reads the list of the Federal Office for National Economic Supply. A product has one row per day it began. */
export function readNationalSupply(input: SourceInput): Promise<SourceFile<'stockouts-national-supply'>> {
  return readTable('stockouts-national-supply', input, nationalSupplyRows);
}

function nationalSupplyRows(): RowReader<'stockouts-national-supply'> {
  const newest = new ListDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const reportedOn = dayOf(row, rows, 'reportedOn');
      const publishedOn = dayOf(row, rows, 'publishedOn');
      const updatedOn = dayOf(row, rows, 'updatedOn') || publishedOn;
      const description = row.text('description');
      const key = `${codes.gtin || codes.pharmacode || description} ${reportedOn}`;
      if (seen.has(key)) return rows.refuse(row.number, row.heading('gtin'), key, 'product_repeated');
      seen.add(key);
      // A shortage may begin on a day to come; when it was published or changed is in the past.
      newest.see(row, rows, { publishedOn, updatedOn: row.date('updatedOn') ?? '' });
      rows.use({
        ...codes,
        description,
        manufacturer: '',
        reportedOn,
        updatedOn,
        status: '',
        expectedDelivery: dayOrWords(row, 'expectedDelivery'),
        comment: row.text('comment'),
        backInStockOn: '',
      });
    },
    date: (stated) => stated ?? newest.day(),
  };
}

/** Reads a list of stock-outs in our own columns. A product has one row per reporting date; the first one counts. */
export function readOwnStockouts(input: SourceInput): Promise<SourceFile<'stockouts-own'>> {
  return readTable('stockouts-own', input, ownRows, { mayBeEmpty: true });
}

function ownRows(): RowReader<'stockouts-own'> {
  const newest = new ListDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const refuse = (field: string, reason: string) =>
        rows.refuse(row.number, row.heading(field), row.text(field), reason);
      const gtin = toGtin(row.text('gtin'));
      if (!gtin) return refuse('gtin', gtin === '' ? 'gtin_missing' : 'gtin_invalid');
      const reportedOn = row.date('reportedOn');
      const updatedOn = row.date('updatedOn');
      const backInStockOn = row.date('backInStockOn');
      if (reportedOn === null) return refuse('reportedOn', 'date_invalid');
      if (reportedOn === '') return refuse('reportedOn', 'date_missing');
      if (updatedOn === null) return refuse('updatedOn', 'date_invalid');
      if (backInStockOn === null) return refuse('backInStockOn', 'date_invalid');
      if (backInStockOn !== '' && backInStockOn < reportedOn)
        return refuse('backInStockOn', 'back_before_reported');
      const key = `${gtin} ${reportedOn}`;
      if (seen.has(key)) return refuse('gtin', 'gtin_duplicate');
      seen.add(key);
      newest.see(row, rows, { reportedOn, updatedOn, backInStockOn });
      const pharmacode = toPharmacode(row.text('pharmacode'));
      if (pharmacode === null) {
        rows.doubt(row.number, row.heading('pharmacode'), row.text('pharmacode'), 'pharmacode_invalid');
      }
      rows.use({
        gtin,
        pharmacode: pharmacode ?? '',
        description: row.text('description'),
        manufacturer: row.text('manufacturer'),
        reportedOn,
        updatedOn,
        status: row.text('status'),
        expectedDelivery: dayOrWords(row, 'expectedDelivery'),
        comment: row.text('comment'),
        backInStockOn,
      });
    },
    date: (stated) => stated ?? newest.day(),
  };
}

/** The day of a list that states none: the newest that its rows name, those to come only where there is no other. */
class ListDay {
  private readonly today = todayInZurich();
  private readonly past = new NewestDay();
  private readonly ahead = new NewestDay();

  day(): string | null {
    return this.past.day ?? this.ahead.day;
  }

  see<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>, days: Record<string, string>): void {
    for (const [field, day] of Object.entries(days)) {
      if (day <= this.today) {
        this.past.see(day);
        continue;
      }
      this.ahead.see(day);
      rows.doubt(row.number, row.heading(field), row.text(field), 'date_late');
    }
  }
}

type ShortageKey = Extract<SourceKey, `stockouts-${string}`>;
type Codes = Pick<ShortageEntry, 'gtin' | 'pharmacode'>;

/**
 * The codes of a row. One that can't be read is doubtful where the other or a name tells what the row is about, else the
 * row is refused and there are none.
 */
function codesOf<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>): Codes | undefined {
  const gtin = toGtin(row.text('gtin'));
  const pharmacode = toPharmacode(row.text('pharmacode'));
  const unreadable = (['gtin', 'pharmacode'] as const).filter(
    (field) => ({ gtin, pharmacode })[field] === null,
  );
  if (!gtin && !pharmacode && row.text('description') === '') {
    const [field] = unreadable;
    if (field) rows.refuse(row.number, row.heading(field), row.text(field), `${field}_invalid`);
    else rows.refuse(row.number, '', '', 'product_unnamed');
    return undefined;
  }
  for (const field of unreadable) {
    rows.doubt(row.number, row.heading(field), row.text(field), `${field}_invalid`);
  }
  if (!gtin && !pharmacode) rows.count('namedOnly');
  return { gtin: gtin ?? '', pharmacode: pharmacode ?? '' };
}

/** A day of the row; '' where there is none or, with a doubt, where it is no day. */
function dayOf<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>, field: string): string {
  const day = row.date(field);
  if (day === null) rows.doubt(row.number, row.heading(field), row.text(field), 'date_invalid');
  return day ?? '';
}

/** A day, or else the source's words. */
function dayOrWords(row: SourceRow, field: string): string {
  return row.date(field) ?? row.text(field);
}

/** The day that many days before another; '' where there is no such number. */
function daysBefore(day: string | null, days: string): string {
  if (day === null || !/^\d{1,5}$/.test(days)) return '';
  return addDays(day, -Number(days));
}

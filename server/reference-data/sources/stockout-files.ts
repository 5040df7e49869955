import { todayInZurich } from '#analytics/context.ts';
import { addDays } from '#shared/calendar.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import {
  deliveryIn,
  isBackWord,
  isToCome,
  NO_DELIVERY,
  outageIn,
  type ReadDelivery,
  type SaidOutage,
} from '#shared/said-delivery.ts';
import { toGtin, toPharmacode } from './reading/cells.ts';
import { type ListDays, type RowReader, readTable, type SourceRow } from './reading/read-table.ts';
import { NewestDay, type RowCollector } from './reading/row-collector.ts';
import type { ShortageEntry, SourceFile, SourceInput, SourceKey } from './rows.ts';

/**
 * Reads a wholesaler's list of what it can't deliver. Much on it is no medicine and stays; a row that stands there twice
 * in the same words counts once.
 */
export function readWholesalerStockouts(input: SourceInput): Promise<SourceFile<'stockouts-wholesaler'>> {
  return readTable('stockouts-wholesaler', input, wholesalerRows);
}

function wholesalerRows({ asOf }: ListDays): RowReader<'stockouts-wholesaler'> {
  const byCode = new Map<string, ShortageEntry>();
  const said = new SaidDeliveries(asOf);
  let isBelowBack = false;
  return {
    title(word) {
      isBelowBack = isBackWord(word);
      return isBelowBack || word === 'noDeliveries';
    },
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const delivery = said.in(row, rows, 'expectedDelivery');
      const { day, words, kept } = delivery;
      const isBack = (isBelowBack || delivery.isBack) && !isToCome(delivery, asOf);
      if (isBack) rows.count('reportedAsOver');
      // Without a day it says no more than a list that leaves the product out.
      if (isBack && day === '') return;
      const entry: ShortageEntry = {
        ...codes,
        description: row.text('description'),
        manufacturer: row.text('supplier'),
        reportedOn: '',
        updatedOn: '',
        status: statusOf(delivery, isBack),
        expectedDelivery: day && !isBack ? kept : '',
        comment: words,
        backInStockOn: isBack ? day : '',
      };
      if (/^\d{1,6}$/.test(row.text('pharmacode'))) rows.count('pharmacodesPadded');
      if (!isBack) rows.count(day ? 'expectedOnDay' : 'expectedIndefinitely');
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

function statusOf({ day, words, doubt }: ReadDelivery, isBack: boolean): string {
  if (isBack || isDiscontinued({ status: words, expected_delivery: '' })) return words;
  if (day) return 'expected';
  return doubt === 'date_invalid' ? '' : 'indefinite';
}

function isSame(a: ShortageEntry, b: ShortageEntry): boolean {
  return (Object.keys(a) as (keyof ShortageEntry)[]).every((field) => a[field] === b[field]);
}

/** Reads the grid of drugshortage.ch as a browser saves its page. */
export function readDrugshortage(input: SourceInput): Promise<SourceFile<'stockouts-drugshortage'>> {
  return readTable('stockouts-drugshortage', input, drugshortageRows);
}

function drugshortageRows({ stated, asOf }: ListDays): RowReader<'stockouts-drugshortage'> {
  const newest = new ListDay();
  const products = new ReportedProducts<'stockouts-drugshortage'>(asOf);
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

function engpassradarRows({ asOf }: ListDays): RowReader<'stockouts-engpassradar'> {
  const newest = new ListDay();
  const products = new ReportedProducts<'stockouts-engpassradar'>(asOf);
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
  private readonly said: SaidDeliveries;

  constructor(asOf: string) {
    this.said = new SaidDeliveries(asOf);
  }

  /**
   * The first row of a product counts. Where it is over in one row and missing in another it is missing anew: the latter
   * counts, wherever it stands.
   */
  take(row: SourceRow, rows: RowCollector<Key>, reported: Reported): void {
    const { gtin, pharmacode, updatedOn } = reported;
    const [description, status] = [row.text('description'), row.text('status')];
    const { isOver, delivery } = this.said.ofStatus(row, rows);
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
    const backInStockOn = isOver ? (delivery.isBack && delivery.day) || updatedOn : '';
    const entry: ShortageEntry = {
      ...reported,
      description,
      manufacturer: row.text('manufacturer'),
      status,
      expectedDelivery: isOver ? '' : delivery.kept,
      comment: delivery.day || delivery.doubt === 'date_invalid' ? delivery.words : '',
      backInStockOn,
    };
    // Without a day it says no more than a list that leaves the product out; the list's own day would move each week.
    const isListed = !isOver || backInStockOn !== '';
    this.taken.set(key, { number: row.number, isOver, ...(isListed ? { entry } : {}) });
    if (earlier?.entry) Object.assign(earlier.entry, entry);
    else if (isListed) rows.use(entry);
  }
}

/** Reads the list of the Federal Office for National Economic Supply. A product has one row per day it began. */
export function readNationalSupply(input: SourceInput): Promise<SourceFile<'stockouts-national-supply'>> {
  return readTable('stockouts-national-supply', input, nationalSupplyRows);
}

function nationalSupplyRows({ asOf }: ListDays): RowReader<'stockouts-national-supply'> {
  const newest = new ListDay();
  const seen = new Set<string>();
  const said = new SaidDeliveries(asOf);
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
      const { isOver, delivery } = said.ofStatus(row, rows);
      const backInStockOn = isOver ? updatedOn || delivery.day : '';
      if (isOver) rows.count('reportedAsOver');
      if (isOver && backInStockOn === '') return;
      rows.use({
        ...codes,
        description,
        manufacturer: '',
        reportedOn,
        updatedOn,
        status: '',
        expectedDelivery: isOver ? '' : delivery.kept,
        comment: commentOf(row, delivery),
        backInStockOn,
      });
    },
    date: (stated) => stated ?? newest.day(),
  };
}

/** Reads a list of stock-outs in our own columns. A product has one row per reporting date; the first one counts. */
export function readOwnStockouts(input: SourceInput): Promise<SourceFile<'stockouts-own'>> {
  return readTable('stockouts-own', input, ownRows, { mayBeEmpty: true });
}

function ownRows({ asOf }: ListDays): RowReader<'stockouts-own'> {
  const newest = new ListDay();
  const seen = new Set<string>();
  const said = new SaidDeliveries(asOf);
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
      const { isOver, delivery } = said.ofStatus(row, rows);
      const isBack = isOver && backInStockOn === '';
      if (isBack) rows.count('reportedAsOver');
      const backOn = isBack ? updatedOn || delivery.day : backInStockOn;
      if (isBack && backOn < reportedOn) return;
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
        expectedDelivery: isBack ? '' : delivery.kept,
        comment: commentOf(row, delivery),
        backInStockOn: backOn,
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

/** What rows say of deliveries, and of whether there are any. What nobody knows is listed once, with its first row. */
class SaidDeliveries {
  private readonly asOf: string;
  private readonly unknown = new Set<string>();

  constructor(asOf: string) {
    this.asOf = asOf;
  }

  in<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>, field: string): ReadDelivery {
    const text = row.text(field);
    // A state may be its number alone.
    if (field === 'status' && /^\d$/.test(text)) return NO_DELIVERY;
    const delivery = deliveryIn(text, { asOf: this.asOf, dayOf: (each) => row.dayIn(field, each) });
    const { doubt } = delivery;
    if (doubt === 'date_invalid') rows.doubt(row.number, row.heading(field), text, doubt);
    if (doubt === 'words_unknown') {
      rows.count('unknownWords');
      const key = `${field} ${text}`;
      if (!this.unknown.has(key)) rows.doubt(row.number, row.heading(field), text, doubt);
      this.unknown.add(key);
    }
    return delivery;
  }

  /** Whether a row says that an outage is over, and what delivery it expects. */
  ofStatus<Key extends ShortageKey>(row: SourceRow, rows: RowCollector<Key>): SaidOutage {
    const texts = { status: row.text('status'), comment: row.text('comment') };
    const expected = this.in(row, rows, 'expectedDelivery');
    const status = this.in(row, rows, 'status');
    const outage = outageIn({ expected, said: status, ...texts, asOf: this.asOf });
    if (outage.doubt) rows.doubt(row.number, row.heading('status'), texts.status, outage.doubt);
    return outage;
  }
}

/** The row's comment, behind what it says in place of a plain day. */
function commentOf(row: SourceRow, { day, words, doubt }: ReadDelivery): string {
  const beside = day || doubt === 'date_invalid' ? words : '';
  return [beside, row.text('comment')].filter(Boolean).join('; ');
}

/** The day that many days before another; '' where there is no such number. */
function daysBefore(day: string | null, days: string): string {
  if (day === null || !/^\d{1,5}$/.test(days)) return '';
  return addDays(day, -Number(days));
}

import { toDate } from '../../workbooks/values/days.ts';
import { clean, toGtin, toPrice } from './reading/cells.ts';
import { jsonLooksLike, refuseOther } from './reading/looks-like.ts';
import { openSource } from './reading/open-source.ts';
import { readJson } from './reading/read-json.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import { Clock } from './reading/reader-clock.ts';
import { RowCollector } from './reading/row-collector.ts';
import type { SourceFile, SourceInput } from './rows.ts';

const KEY = 'bag-sl-prices';
const COLUMNS = ['gtin', 'description', 'manufacturer', 'molecule', 'exFactoryPrice', 'publicPrice'];

/** What the published JSON calls them; problems name them so. */
const NAMES = {
  gtin: 'g',
  description: 'n',
  manufacturer: 'h',
  molecule: 's',
  exFactoryPrice: 'e',
  publicPrice: 'p',
};

type Field = keyof typeof NAMES;
type Entry = { number: number; text(field: Field): string; heading(field: Field): string };

/** Reads the Spezialitätenliste's prices: the JSON of entries n, g, h, s, e, p, or a table with these columns. */
export async function readSlPrices(input: SourceInput): Promise<SourceFile<typeof KEY>> {
  const opened = await openSource(KEY, input);
  if (opened.kind !== 'json') return readTable(KEY, input, priceRows);
  const looks = jsonLooksLike(opened.head);
  if (looks === 'bag-sl-fhir') throw refuseOther(KEY, input, looks);
  const clock = new Clock(input);
  const rows = new RowCollector<typeof KEY>();
  const take = entryTaker();
  let isPrices = looks === KEY;
  let number = 0;
  await readJson(opened, input, clock, {
    documents: 0,
    documentEnd() {
      this.documents++;
    },
    piece(value) {
      const entry = value as Record<string, unknown>;
      if (Object.hasOwn(entry, 'g') && (Object.hasOwn(entry, 'e') || Object.hasOwn(entry, 'p')))
        isPrices = true;
      number++;
      rows.find();
      take(entryOf(entry, number), rows);
    },
  });
  if (!isPrices) throw refuseOther(KEY, input, undefined);
  return rows.finish(input, { date: extractedOn(opened.head), columns: COLUMNS });
}

function priceRows(): RowReader<typeof KEY> {
  const take = entryTaker();
  return { take: (row, rows) => take(row, rows) };
}

function entryTaker() {
  const seen = new Set<string>();
  return (row: Entry, rows: RowCollector<typeof KEY>) => {
    const refuse = (field: Field, reason: string) =>
      rows.refuse(row.number, row.heading(field), row.text(field), reason);
    const description = row.text('description');
    const gtin = toGtin(row.text('gtin'));
    if (gtin === null) return refuse('gtin', 'gtin_invalid');
    if (gtin === '') {
      rows.count('entriesWithoutGtin');
      return rows.leaveOut(row.number, row.heading('gtin'), description, 'gtin_missing');
    }
    if (seen.has(gtin)) return refuse('gtin', 'gtin_duplicate');
    const exFactoryPrice = toPrice(row.text('exFactoryPrice'));
    const publicPrice = toPrice(row.text('publicPrice'));
    if (exFactoryPrice === null) return refuse('exFactoryPrice', 'price_unreadable');
    if (publicPrice === null) return refuse('publicPrice', 'price_unreadable');
    seen.add(gtin);
    if (exFactoryPrice === '') rows.count('exFactoryPricesMissing');
    if (publicPrice === '') rows.count('publicPricesMissing');
    const [manufacturer, molecule] = [row.text('manufacturer'), row.text('molecule')];
    rows.use({ gtin, description, manufacturer, molecule, exFactoryPrice, publicPrice });
  };
}

function entryOf(entry: Record<string, unknown>, number: number): Entry {
  return {
    number,
    text(field) {
      const value = entry[NAMES[field]];
      return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';
    },
    heading: (field) => NAMES[field],
  };
}

/** The day that the file says it was taken from the list on. */
function extractedOn(head: Buffer): string | null {
  const words = /"(?:extractedAt|date|validFrom)"\s*:\s*"(\d{4}-\d{2}-\d{2})[^"]*"/.exec(
    head.toString('utf8'),
  );
  return (words && toDate(words[1]!)) || null;
}

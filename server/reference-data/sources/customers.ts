import { mail, phone } from '#shared/fields.ts';
import { toFlag } from './reading/cells.ts';
import { type RowReader, readTable, type SourceRow } from './reading/read-table.ts';
import type { RowCollector } from './reading/row-collector.ts';
import type { CustomerEntry, SourceFile, SourceInput } from './rows.ts';

/** Of ids and names, as uploads take them. */
const LONGEST_NAME = 255;
const LONGEST_TEXT = 1000;

/** Reads customers as an export of the customer master writes them; the first row of an id counts. */
export function readCustomers(input: SourceInput): Promise<SourceFile<'customers'>> {
  return readTable('customers', input, customerRows);
}

function customerRows(): RowReader<'customers'> {
  const seen = new Set<string>();
  const oneKeys = new Set<string>();
  const shared = new SharedTexts();
  return {
    take(row, rows) {
      const externalId = row.text('externalId');
      const name = row.text('name');
      const refuse = (field: string, reason: string) =>
        rows.refuse(row.number, row.heading(field), row.text(field), reason);
      if (externalId === '') return refuse('externalId', 'customer_id_missing');
      if (externalId.length > LONGEST_NAME) return refuse('externalId', 'text_too_long');
      if (name === '') return refuse('name', 'customer_name_missing');
      if (name.length > LONGEST_NAME) return refuse('name', 'text_too_long');
      const address = addressOf(row);
      if (address.length > LONGEST_TEXT) return refuse('address', 'text_too_long');
      const parentExternalId = wordsIn(row, 'parentExternalId');
      if (parentExternalId.length > LONGEST_NAME) return refuse('parentExternalId', 'text_too_long');
      if (seen.has(externalId)) return refuse('externalId', 'customer_duplicate');
      seen.add(externalId);
      rows.use({
        externalId,
        name,
        parentExternalId: shared.one(parentExternalId),
        parentName: shared.one(wordsIn(row, 'parentName').slice(0, LONGEST_TEXT).toWellFormed()),
        address,
        active: activeOf(row, rows),
        language: wordOf(row, rows, 'language', languages, 'language_unknown'),
        channel: wordOf(row, rows, 'channel', channels, 'channel_unknown'),
        oneKey: oneKeyOf(row, rows, oneKeys),
        ...contactOf(row, rows),
      });
    },
  };
}

/** The text of a cell; '' for zero, which a look-up in a spreadsheet leaves that found an empty cell. */
function wordsIn(row: SourceRow, field: string): string {
  const text = row.text(field);
  return text === '0' ? '' : text;
}

/** A key is one customer's: of others it is left out. */
function oneKeyOf(row: SourceRow, rows: RowCollector<'customers'>, taken: Set<string>): string {
  const key = wordsIn(row, 'oneKey').slice(0, LONGEST_NAME).toWellFormed();
  if (key === '') return '';
  if (!taken.has(key)) {
    taken.add(key);
    return key;
  }
  rows.doubt(row.number, row.heading('oneKey'), key, 'one_key_repeated');
  return '';
}

/** Of a number or an address that can't be called or written to nothing is taken over. */
function contactOf(row: SourceRow, rows: RowCollector<'customers'>): Pick<CustomerEntry, 'phone' | 'mail'> {
  const contact: Pick<CustomerEntry, 'phone' | 'mail'> = {};
  for (const [field, schema] of [['phone', phone] as const, ['mail', mail] as const]) {
    const text = field === 'phone' ? asDialled(row.text(field)) : row.text(field);
    if (text === '') continue;
    if (schema.safeParse(text).success) contact[field] = text;
    else rows.doubt(row.number, row.heading(field), text, `${field}_unreadable`);
  }
  return contact;
}

/** A number with the zero or the plus in front of it that a spreadsheet drops, which takes it for a quantity. */
function asDialled(phone: string): string {
  if (/^[1-9]\d{8}$/.test(phone)) return `0${phone}`;
  return /^41[1-9]\d{8}$/.test(phone) ? `+${phone}` : phone;
}

/** In one column or in several; a column called address may hold the street alone, with postcode and place beside it. */
function addressOf(row: SourceRow): string {
  const address = wordsIn(row, 'address') || wordsIn(row, 'street');
  const [zip, city] = [wordsIn(row, 'zip'), wordsIn(row, 'city')];
  const isWhole = zip === '' ? address.endsWith(city) : address.split(/[\s,;-]+/).includes(zip);
  const parts = wordsIn(row, 'address') !== '' && isWhole ? [] : [zip, city, wordsIn(row, 'country')];
  return [address, ...parts].filter(Boolean).join(', ');
}

function activeOf(row: SourceRow, rows: RowCollector<'customers'>): boolean {
  const text = row.text('active').toLowerCase();
  if (text === '') return true;
  const word = /^(in\p{L}|nicht |non |not )/u.test(text)
    ? false
    : /^(a[ck]ti[vf]|attiv|actif)/.test(text)
      ? true
      : toFlag(text);
  if (word === null) rows.doubt(row.number, row.heading('active'), row.text('active'), 'active_unknown');
  return word ?? true;
}

function wordOf<Word extends string>(
  row: SourceRow,
  rows: RowCollector<'customers'>,
  field: 'language' | 'channel',
  words: readonly (readonly [RegExp, Word])[],
  reason: string,
): Word | '' {
  const text = row.text(field);
  if (text === '') return '';
  const found = words.find(([pattern]) => pattern.test(text));
  if (!found) rows.doubt(row.number, row.heading(field), text, reason);
  return found?.[1] ?? '';
}

const languages: readonly (readonly [RegExp, Exclude<CustomerEntry['language'], ''>])[] = [
  [/^(de|ger|deu|d|deutsch|german|allemand|tedesco)\b/i, 'de'],
  [/^(fr|fra|fre|f|franz\S*|french|français|francais|francese)(?![\p{L}])/iu, 'fr'],
  [/^(it|ita|i|italien\S*|italian\S*)\b/i, 'it'],
  [/^(en|eng|e|englisch|english|anglais|inglese)\b/i, 'en'],
  [/^(rm|roh|rumantsch|rätoromanisch|romanche|romancio)(?![\p{L}])/iu, 'rm'],
];

const channels: readonly (readonly [RegExp, Exclude<CustomerEntry['channel'], ''>])[] = [
  [/^(apo|apotheken?|pharmac(y|ies?)|farmaci[ae])(?![\p{L}])/iu, 'APO'],
  [
    /^(sd|arzt|ärzt\S*|arztpraxis|praxis|selbstdispens\S*|self.?dispens\S*|doctors?|m[ée]decins?|medic[oi])(?![\p{L}])/iu,
    'SD',
  ],
];

/** Texts that many rows have in common are kept once. */
class SharedTexts {
  private readonly texts = new Map<string, string>();

  one(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }
}

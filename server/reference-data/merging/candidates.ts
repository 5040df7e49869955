import type { Product } from '#analytics/catalogue/products.ts';
import type { OwnColumn } from '#shared/catalogue-columns.ts';
import { moleculeOf } from '../sources/molecule.ts';
import type { OwnAttributes, SlPack, SlPrice, SlPriceEntry, SwissmedicPack } from '../sources/rows.ts';
import { mergedColumns, precedence, type Says } from './precedence.ts';

/** The rows of all sources for one pack. */
export type PackSources = {
  own?: OwnAttributes['values'];
  swissmedic?: SwissmedicPack;
  fhir?: SlPack;
  prices?: SlPriceEntry;
  pharmacode?: string;
  current?: Product;
};

export type Said = { from: Says; value: string };

type Dates = { fhir: string | null; prices: string | null; priceDate: string };

/**
 * For each column, the values of its sources in order of precedence, without the current revision. Sources without a
 * value are left out.
 */
export function candidatesOf(pack: PackSources, dates: Dates): Partial<Record<OwnColumn, Said[]>> {
  const stated: Partial<Record<Says, Partial<Record<OwnColumn, string>>>> = {
    'own-attributes': pack.own && ownOf(pack.own),
    'swissmedic-packs': pack.swissmedic && swissmedicOf(pack.swissmedic),
    'bag-sl-fhir': pack.fhir && fhirOf(pack.fhir, dates.priceDate),
    'bag-sl-prices': pack.prices && pricesOf(pack.prices),
    pharmacodes: pack.pharmacode ? { pharmacode: pack.pharmacode } : undefined,
  };
  const all: Partial<Record<OwnColumn, Said[]>> = {};
  for (const column of mergedColumns) {
    const { from, newer } = precedence[column];
    const said = from.flatMap((key): Said[] => {
      const value = stated[key]?.[column];
      // In a company's own file an empty cell means none; in other sources it means unknown.
      const isSaid = key === 'own-attributes' ? value !== undefined : Boolean(value);
      return isSaid ? [{ from: key, value: value! }] : [];
    });
    if (newer && pack.fhir && !fhirIsNewer(sayingSince(pack.fhir, column, dates.priceDate), dates)) {
      const place = said.findIndex((each) => each.from === 'bag-sl-prices');
      // Before the FHIR file, after a company's own.
      if (place > 0) said.splice(said[0]!.from === 'own-attributes' ? 1 : 0, 0, ...said.splice(place, 1));
    }
    all[column] = said;
  }
  return samePack(all);
}

/** Number and unit of a pack come from one source, since a mix could be wrong. */
function samePack(all: Partial<Record<OwnColumn, Said[]>>): Partial<Record<OwnColumn, Said[]>> {
  const from = all.packSize?.[0]?.from;
  if (from && from !== 'own-attributes') {
    all.unit = all.unit?.filter((each) => each.from === from || each.from === 'own-attributes') ?? [];
  }
  return all;
}

/** The day since which the FHIR file has its value of a column. */
function sayingSince(fhir: SlPack, column: OwnColumn, day: string): string {
  if (column === 'sl') {
    const { from, until } = fhir.listed ?? { from: '', until: '' };
    if (until !== '' && until < day) return until;
    return from <= day ? from : '';
  }
  return priceInForce(fhir.prices, column === 'publicPrice' ? 'public' : 'exFactory', day)?.from ?? '';
}

function ownOf(values: OwnAttributes['values']): Partial<Record<OwnColumn, string>> {
  const own = { ...values };
  for (const column of ['sl', 'sB20', 'biological', 'coMarketing'] as const) {
    if (own[column] !== undefined) own[column] = flag(/^(1|true|yes|ja|oui|si|sì|x)$/i.test(own[column]));
  }
  // Invalid values would make the whole catalogue unreadable, so they are skipped here too.
  if (own.origin !== undefined && !['original', 'generic', 'other'].includes(own.origin)) delete own.origin;
  for (const column of ['exFactoryPrice', 'publicPrice'] as const) {
    if (own[column] && !/^\d{1,8}(\.\d{1,2})?$/.test(own[column])) delete own[column];
  }
  if (own.atc) own.atc = own.atc.toUpperCase();
  if (own.molecule) own.molecule = moleculeOf(own.molecule);
  return own;
}

function swissmedicOf(pack: SwissmedicPack): Partial<Record<OwnColumn, string>> {
  return {
    description: pack.description,
    manufacturer: pack.manufacturer,
    atc: pack.atc,
    molecule: moleculeOf(pack.molecule),
    packSize: pack.packSize,
    unit: pack.unit,
    form: pack.form,
    strength: strengthIn(pack.description),
    biological: flag(pack.biological),
    swissmedicNo: pack.swissmedicNo,
    category: pack.category,
  };
}

function fhirOf(pack: SlPack, day: string): Partial<Record<OwnColumn, string>> {
  return {
    description: pack.description,
    manufacturer: pack.manufacturer,
    atc: pack.atc,
    molecule: moleculeOf(pack.molecule),
    ...packOf(pack.packSizeText),
    strength: pack.strength,
    origin: pack.origin,
    sl: flag(isListed(pack, day)),
    sB20: pack.costShare === null ? '' : flag(pack.costShare === 40),
    biological: flag(pack.biological),
    coMarketing: flag(pack.coMarketing),
    exFactoryPrice: priceInForce(pack.prices, 'exFactory', day)?.chf ?? '',
    publicPrice: priceInForce(pack.prices, 'public', day)?.chf ?? '',
  };
}

function pricesOf(entry: SlPriceEntry): Partial<Record<OwnColumn, string>> {
  return {
    description: entry.description,
    manufacturer: entry.manufacturer,
    molecule: moleculeOf(entry.molecule),
    ...packOf(entry.description.slice(entry.description.lastIndexOf(',') + 1).trim()),
    strength: strengthIn(entry.description),
    sl: 'true',
    exFactoryPrice: entry.exFactoryPrice,
    publicPrice: entry.publicPrice,
  };
}

function flag(value: boolean): string {
  return value ? 'true' : 'false';
}

const strengths =
  /\d[\d'’]*(?:[.,]\d+)?(?:\s?[/+-]\s?\d[\d'’]*(?:[.,]\d+)?)*\s?(?:mg|g|µg|mcg|ug|ng|I\.?\s?E\.?|U\.?\s?I\.?|IE|mmol|kBq|MBq|GBq|%|ml)(?![\p{L}])(?:\s?\/\s?\d*(?:[.,]\d+)?\s?(?:ml|g|h|Dosis|l|Stk)(?![\p{L}]))?/iu;

/** The strength within a product's name; '' without one. */
function strengthIn(description: string): string {
  return strengths.exec(description)?.[0].replace(/\s+/g, ' ').trim() ?? '';
}

const pieces = 'Stk|Stück|ml|g|l|mg|kg';
const number = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`;

/** "60 Stk", "Blist 56 Stk", "Durchstf 4 ml": a number of pieces, or an amount. */
const plain = new RegExp(String.raw`^(?:[\p{L}. ]+ )?${number} ?(${pieces})$`, 'iu');

/** "4x 200 ml": a total amount. */
const times = new RegExp(String.raw`^(?:[\p{L}. ]+ )?(\d{1,4}) ?x ?${number} ?(${pieces})$`, 'iu');

/** "8 Amp 1 ml", "5 Fertspr 3 ml": a number of containers. */
const containers = new RegExp(String.raw`^(\d{1,6}) ([\p{L}. ]+?) ${number} ?(?:${pieces})$`, 'iu');

/** Number and unit of a pack as the BAG writes them, e.g. "60 Stk"; empty where ambiguous. */
function packOf(text: string): { packSize: string; unit: string } | undefined {
  const one = plain.exec(text);
  if (one) return { packSize: decimal(one[1]!), unit: one[2]! };
  const several = times.exec(text);
  if (several) {
    const thousandths = Math.round(Number(several[1]) * Number(decimal(several[2]!)) * 1000);
    return { packSize: String(thousandths / 1000), unit: several[3]! };
  }
  const filled = containers.exec(text);
  return filled ? { packSize: filled[1]!, unit: filled[2]! } : undefined;
}

function decimal(text: string): string {
  return text.replace(',', '.');
}

/** The newest price of a kind valid on `day`; of two of the same day the later entry. */
function priceInForce(prices: readonly SlPrice[], kind: SlPrice['kind'], day: string): SlPrice | undefined {
  return prices
    .filter((price) => price.kind === kind && price.from <= day)
    .reduce<SlPrice | undefined>(
      (best, price) => (!best || price.from >= best.from ? price : best),
      undefined,
    );
}

/** Prices valid after `day`, the next first. */
export function pricesToCome(prices: readonly SlPrice[], day: string): SlPrice[] {
  return prices
    .filter(({ from }) => from > day)
    .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
}

/** Whether a pack is on the Spezialitätenliste on a day. */
function isListed({ listed }: Pick<SlPack, 'listed'>, day: string): boolean {
  return listed !== null && listed.from <= day && (listed.until === '' || listed.until >= day);
}

/**
 * Whether a value of the FHIR file since a day takes precedence over the price file: where its file is not older, or the
 * value became valid after the price file's day. A price file dated after the price date waits for it.
 */
function fhirIsNewer(
  since: string,
  files: { fhir: string | null; prices: string | null; priceDate: string },
): boolean {
  const { fhir, prices, priceDate } = files;
  return prices === null || prices > priceDate || since > prices || (fhir !== null && fhir >= prices);
}

import type { ColumnField } from '#shared/read-report.ts';
import { fold } from './fold.ts';
import { has, words } from './vocabulary.ts';
import { being, having, pattern } from './word-patterns.ts';

/** Named in the message when no heading was found. */
export const IDENTIFIER_HEADINGS =
  'GTIN, EAN, Code EAN, EAN-Code, Pharmacode, PhCode, Code pharma, Codice pharma';
export const QUANTITY_HEADINGS = 'Menge, Anzahl, Packungen, Quantité, Qté, Quantità, Qtà, Quantity, Qty';

/** Preferred in this order: delivered or bought, unspecified, invoiced, ordered. */
export type QuantityKind = 'delivered' | 'plain' | 'invoiced' | 'ordered';

/** `score` compares headings of the same field; higher is better. For quantities `rank` ignores further words. */
export type HeadingMatch = { field: ColumnField; score: number; kind?: QuantityKind; rank?: number };

const LONGEST_WORDS = 10;
const KIND_SCORE: Record<QuantityKind, number> = { delivered: 3000, plain: 2000, invoiced: 1000, ordered: 0 };

const QUANTITY_IF_NONE = being(words.quantityIfNone);
const ROW_LABELS = being(words.rowLabels);

/** M. for Menge, unlike mg after a number. */
const ABBREVIATED = /^M[Gg]\.$|(?<=\b(?:lief|gel|best|fakt|verr)\.?[- ]?)mg\b/i;
const KINDS_ALONE: [RegExp, QuantityKind][] = [
  [being(words.deliveredAlone), 'delivered'],
  [being(words.invoicedAlone), 'invoiced'],
];

/** Other numbers, in brackets too. */
const ELSE = [words.price, words.value, words.free, words.stock, words.returned, words.open];
const NOT_A_QUANTITY = having(
  ...[...ELSE, words.otherNumber, words.date, words.month],
  'lieferant* fournisseur* fornitor*',
);

const LAST = pattern(words.last);
const MONTH = pattern(words.month);

/** Numbers beside a quantity: undelivered, another period, a difference, share, average or plan. */
const SET_BESIDE = having(
  ...[words.missing, words.before, words.last, words.difference, words.share, words.reckoned, words.planned],
);

/** Periods that do not disqualify a quantity: 12 Monate, letzte 12, 12 derniers mois. */
const STRETCH = new RegExp(
  String.raw`(?<=\b\d\d? )(?:${LAST}(?: ${MONTH})?|${MONTH})\b|\b(?:${LAST}|${MONTH}) (?=\d)`,
  'g',
);

/** The same as signs, which folding drops. */
const SIGNS_BESIDE = /(?<!\d\s?)[%‰]|[ØøΔ∆±]/;

/** A slash before one pack: the content of a pack. */
const PER_PACK =
  /\/\s*(packung|pack|pkg|pck|pckg|vp?e|op|karton|bo[iî]te|emb|emballage|conf|confezione|scatola)\.?\s*$/i;

const IN_PACK = 'in_(der_){packung|pack|ve|vpe|op|karton}';
const CONTENTS = new RegExp(having(words.contents, IN_PACK), 'g');
const OTHER_UNIT = having(words.contents, words.otherUnit, IN_PACK);

/** Multipliers: (in 1000), in Tsd., x 10; not (12 Monate) or in 2025. */
const FACTOR =
  /(?:\b(?:in|en|zu|à)|[/x×*])\s*1(?:0{1,2}|['’. ]?0{3}(?:['’. ]?0{3})?)(?![\d'’]|\s*(?:monat|mois|mes[ei]|month|tag|jour|giorn|day|woche|semaine|settiman|week))|\b(?:in|en|zu|à)\s+k\b|[([]\s*k\s*[)\]]|['’]000\b|\(000\)|[x×*]\s*\d+\s*[)\]]|\b(?:tsd|tst|t(?:ausend|housand)\w*|milliers?|migliaia|mio|m[ie]ll?ion\w*|hundert\w*|hundreds?|centaines?|centinaia|dutzend|douzaines?|dozzin[ae]|dozens?|10{1,3}er)\b/i;

/** Words in brackets for what is included or excluded. */
const BUT = /^(ohne|exkl|excl|inkl|incl|mit|sans|avec|hors|y compris|senza|con|esclus|without|with|abz)/;
const ELSE_IN_BRACKETS = having(...ELSE, 'amount');

/** Counts of deliveries, prescriptions, customers or days are not packs. */
const COUNTING = pattern(words.counting);
const COUNTED_EVENTS = new RegExp(`\\b${COUNTING}(?: ${pattern(words.of)})? ${pattern(words.event)}\\b`);

/** Counts of quantities in pivot tables: Anzahl von Menge, Nombre de Quantité, Count - Qty. */
const COUNTED = having(
  'anz(ahl)(_*)_von count(_*)_of conteggio distinct eindeutig* unterschiedlich* verschieden*',
);
const COUNTED_QUANTITY = new RegExp(
  `\\b${COUNTING}(?: ${pattern('zahlen nombres numeri numbers')})? ${pattern(words.of)} (?:la |l )?${pattern(words.quantity, '*menge(n) nombre nb nbre anzahl')}\\b`,
);
const COUNTED_BY_OFFICE = /^\s*(anzahl|count|nombre|conteggio|numero)\s+-\s/i;

const SUM_WORD = new RegExp(having(words.total, words.all), 'g');

const OTHERS_CODE = having(words.partner, words.supplier, words.instead);
const NOT_A_PRICE = having(words.value, words.quantity, words.total, 'total* amount');
const COMPANY = having(words.company, words.supplier, words.owner);

/** Patterns of headings by field, the most certain first. */
type Known = readonly [RegExp, ColumnField, score: number];
const CODES: Known[] = [
  [has.gtin, 'gtin', 120],
  [has.ean, 'gtin', 110],
  [has.pharmacode, 'pharmacode', 100],
  [has.barcode, 'gtin', 80],
];
const PRICES: Known[] = [
  [has.exFactoryPrice, 'exFactoryPrice', 100],
  [has.publicPrice, 'publicPrice', 100],
];
const NAMES: Known[] = [
  [has.producer, 'manufacturer', 100],
  [COMPANY, 'manufacturer', 50],
  [has.designation, 'description', 100],
  [has.product, 'description', 50],
];

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g;

/** The field of a heading in German, French, Italian or English, or several of them; undefined if none. */
export function matchHeading(written: string): HeadingMatch | undefined {
  if (written.length > 200) return undefined;
  const heading = written.trim().replace(ABBREVIATED, 'Menge');
  const full = foldHeading(heading);
  const match = matchFolded(full);
  if (match?.field === 'quantity' && isSetBeside(heading)) return undefined;
  if (match) return match;
  const withoutBrackets = foldHeading(heading.replace(BRACKETS, ' '));
  const inner = withoutBrackets === full ? undefined : matchFolded(withoutBrackets);
  if (inner?.field !== 'quantity') return inner;
  const inBrackets = heading.match(BRACKETS)!.map(fold);
  const isElse = inBrackets.some((each) => !BUT.test(each) && ELSE_IN_BRACKETS.test(each));
  return isElse || isSetBeside(heading) ? undefined : inner;
}

/** The same by uncertain words, for files where no heading matches packs or codes. */
export function matchUncertain(heading: string): HeadingMatch | undefined {
  const match = matchHeading(heading);
  const text = fold(heading).replace(/ 20\d\d$/, '');
  if (ROW_LABELS.test(text)) return { field: 'gtin', score: 0 };
  if (match || !QUANTITY_IF_NONE.test(text) || isSetBeside(heading)) return match;
  const rank = /^[oe]/.test(text) ? 0 : 10;
  return { field: 'quantity', score: rank, rank, kind: 'plain' };
}

/** Why a quantity heading does not mean packs: the content that it counts, or a factor; undefined otherwise. */
export function notOfPacks(heading: string): 'contents' | 'factor' | undefined {
  if (heading.length > 200 || matchHeading(heading)) return undefined;
  const text = foldHeading(heading.replace(PER_PACK, ' ').replace(BRACKETS, ' '));
  const bare = text.replace(CONTENTS, ' ').trim();
  if (matchFolded(bare)?.field !== 'quantity') return undefined;
  if (FACTOR.test(heading)) return 'factor';
  return PER_PACK.test(heading) || OTHER_UNIT.test(fold(heading)) ? 'contents' : undefined;
}

/** Whether a heading says that it is a total. */
export function saysTotal(heading: string): boolean {
  return foldHeading(heading).replace(SUM_WORD, '') !== foldHeading(heading);
}

/** The words of a heading without those for a total. */
export function wordsBesideTotal(heading: string): string[] {
  return foldHeading(heading).replace(SUM_WORD, ' ').split(' ').filter(Boolean);
}

/** Splits compounds such as Gesamtmenge, Jahresbezug and Umsatzmenge. */
function foldHeading(heading: string): string {
  const text = fold(heading).replace(/\bumsatz ?(?=mengen?\b)/g, '');
  return text.replace(
    /\b(gesamt|total|jahres)(?=mengen?|anzahl|st(u|ue)ck|liefer|bezug|bezuge|bestell|packung|verbrauch|einkauf|absatz|faktur)/g,
    '$1 ',
  );
}

/** Tests the whole heading, brackets included. */
function isSetBeside(heading: string): boolean {
  const text = fold(heading);
  const isSign = SIGNS_BESIDE.test(heading) || PER_PACK.test(heading) || FACTOR.test(heading);
  const isWord = SET_BESIDE.test(text.replace(STRETCH, '')) || OTHER_UNIT.test(text);
  return isSign || isWord || COUNTED_BY_OFFICE.test(heading);
}

function matchFolded(text: string): HeadingMatch | undefined {
  const length = text.split(' ').length;
  if (text === '' || length > LONGEST_WORDS) return undefined;
  return (
    knownBy(CODES, OTHERS_CODE, text, length) ??
    quantity(text, length) ??
    knownBy(PRICES, NOT_A_PRICE, text, length) ??
    knownBy(NAMES, has.number, text, length)
  );
}

function knownBy(columns: Known[], never: RegExp, text: string, length: number): HeadingMatch | undefined {
  const [, field, score] = (!never.test(text) && columns.find(([words]) => words.test(text))) || [];
  return field && { field, score: score! - length };
}

function quantity(text: string, length: number): HeadingMatch | undefined {
  if (NOT_A_QUANTITY.test(text.replace(STRETCH, ''))) return undefined;
  if (COUNTED_EVENTS.test(text) || COUNTED.test(text) || COUNTED_QUANTITY.test(text)) return undefined;
  const alone = KINDS_ALONE.find(([words]) => words.test(text))?.[1];
  if (alone) return ranked(alone, 10);
  const word = has.quantity.test(text)
    ? 100
    : has.count.test(text)
      ? 95
      : has.compoundQuantity.test(text)
        ? 75
        : 0;
  const packs = has.packs.test(text);
  if (!word && !packs && !has.units.test(text)) return undefined;
  const less = has.beforeReturns.test(text) ? 20 : 0;
  return ranked(kindOf(text), (word || 50) + (packs ? 10 : 0) - less, length);
}

function ranked(kind: QuantityKind, score: number, length = 0): HeadingMatch {
  const rank = KIND_SCORE[kind] + score;
  return { field: 'quantity', rank, score: rank - length, kind };
}

function kindOf(text: string): QuantityKind {
  if (has.invoiced.test(text)) return 'invoiced';
  if (has.ordered.test(text)) return 'ordered';
  // Beside a column of packs, one of purchases may be a value, and “Anz. Lief.” a number of deliveries.
  const isDelivered =
    !/^bezuge?$/.test(text) && has.delivered.test(text.replace(/\b(anz|anzahl) lief\b/, ''));
  return isDelivered ? 'delivered' : 'plain';
}

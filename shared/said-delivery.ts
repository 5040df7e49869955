import { isDay, weekOf } from './calendar.ts';
import { isDiscontinued } from './discontinued.ts';
import { monthNamed } from './months.ts';
import { folded, type SourceWord, sourceWord, withoutState } from './source-words.ts';

/** What a cell of a list says of a delivery, or of whether there is one. */
export type ReadDelivery = {
  /** The product can be had, or can be again. */
  isBack: boolean;
  /** When it can: YYYY-MM-DD, the Friday of a week, the last day of a month; '' where no day is said. */
  day: string;
  /** The same as it is kept: a week as 2026-W52, all other days as they are. */
  kept: string;
  /** What the cell says beside a plain day or week; '' for nothing. */
  words: string;
  /** What can't be: a day that the calendar lacks, or words that nobody knows. */
  doubt?: 'date_invalid' | 'words_unknown';
};

/** How a list is read: of which day it is, and what it takes for a day (null: none; '': the sign of no day). */
export type ListReading = { asOf: string; dayOf: (text: string) => string | null };

/** Of a cell that says nothing. */
export const NO_DELIVERY: ReadDelivery = { isBack: false, day: '', kept: '', words: '' };
const LONGEST = 200;

/** Words that leave a day, or what is said of it, open. */
const ABOUT =
  '(?:ca|circa|etwa|voraussichtl(?:ich)?|vorauss|vsl|geplant|fruhestens|spatestens|environ|prevue?|probablement|previst[oa]|probabilmente|about|probably)';

/** Words before a day that say no more than that it follows, one after the other; those until when, and those since when. */
const LEADING = new RegExp(
  `(?:^|[ :])(?:${ABOUT}|ab|der|dem|am|per|bis|und mit|zum|in|im|erwartet|(?:nachste )?lieferung|liefertermin|wareneingang|a partir|des?|l[ae]|du|d'ici|jusqu'au?|(?:prochaine )?livraison|dal?|fino al?|entro|il|(?:prossima )?consegna|from|as of|until|till|by|on|(?:next )?delivery|expected)[.:]?$`,
);
const UNTIL = new RegExp(
  `(?:^| )(?:bis|bis zum|bis am|bis und mit|jusqu'au?|fino al?|until|till)(?: ${ABOUT}\\.?)*[.:]?$`,
);
const SINCE = /(?:^| )(?:seit|seit dem|depuis|depuis le|dal|since)[.:]?$/;
/** A week of these was; "dal" may be of one to come. */
const WAS = /(?:^| )(?:seit|seit dem|depuis|depuis la|since)[.:]?$/;
const UNCERTAIN = new RegExp(`^(?:${ABOUT}\\.? )+`);

/** A day with words behind it, in brackets or not: "ab 15.12.2026 lieferbar", "15.12.2026 (ca.)". */
const DAY_AND_WORDS = /^(.*\d)[.,;:]? +\(?(\p{L}[\p{L} .]*?)\)?$/su;
/** A day in brackets behind words. */
const IN_BRACKETS = /^(\p{L}.*?) *\(([^()]*\d[^()]*)\)$/su;

/** What looks like a day, so that it is one that the calendar lacks where it is none. */
const DAY_LIKE =
  /^(?:\p{L}{2,10}\.?,? )?(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d)|(?:19|20)\d{6}$|\d{1,2}(?:\.|er|°|º)? ?\p{L}{3,10}\.? \d{4}$)/u;

/** What a cell says of a delivery. */
export function deliveryIn(text: string, list: ListReading): ReadDelivery {
  if (text === '') return NO_DELIVERY;
  const words = { ...NO_DELIVERY, kept: text, words: text };
  if (text.length > LONGEST) return { ...words, doubt: 'words_unknown' };
  if (/^[-–—]+$/.test(text)) return words;
  const turned = turnedIn(text, list);
  if (turned) return { ...turned, kept: turned.day ? turned.kept : text, words: turned.words && text };
  // Readers of days take a word before one for its day of the week.
  const when = (/^\p{L}/u.test(text) && afterWords(text, list)) || whenIn(text, list);
  if (when) return when;
  const word = sourceWord(text);
  if (word || isDiscontinued({ status: '', expected_delivery: text })) {
    return { ...words, isBack: isBackWord(word) };
  }
  const led = afterWords(text, list);
  if (led) return led;
  return DAY_LIKE.test(text) ? noDay(text) : { ...words, doubt: 'words_unknown' };
}

/** Of a day that had not passed when the list was made; a week passes with its Sunday. */
export function isToCome({ day, kept }: ReadDelivery, asOf: string): boolean {
  return day !== '' && (kept === day ? day : weekOf(day).sunday) > asOf;
}

/** What a row says of an outage. */
export type SaidOutage = {
  isOver: boolean;
  delivery: ReadDelivery;
  /** Where one of its cells says the contrary of another. */
  doubt?: 'over_but_expected' | 'availability_contradicted';
};

/**
 * Whether a row says that an outage is over, by its status, in place of a day of delivery or by a comment; and what delivery
 * it expects. What is to be back on a day to come is missing until then. `said`: what its status says of a delivery.
 */
export function outageIn({
  expected,
  said,
  status,
  comment,
  asOf,
}: {
  expected: ReadDelivery;
  said: ReadDelivery;
  status: string;
  comment: string;
  asOf: string;
}): SaidOutage {
  const delivery = said.day && expected.day === '' ? said : expected;
  const word = sourceWord(status);
  const isOver =
    status === '9' ||
    said.isBack ||
    (said.doubt === 'words_unknown' && isOverByNumber(status)) ||
    isBackWord(sourceWord(comment));
  if (isToCome(delivery, asOf)) {
    const isClosed = delivery === expected && (status === '9' || word === 'over');
    return { isOver: false, delivery, ...(isClosed ? { doubt: 'over_but_expected' } : {}) };
  }
  if (!isOver && expected.isBack && word === 'noDeliveries') {
    return { isOver: false, delivery, doubt: 'availability_contradicted' };
  }
  return { isOver: isOver || expected.isBack, delivery };
}

/** "9 Engpass vorbei": a state of drugshortage.ch in words of others, which do not say the contrary. */
function isOverByNumber(status: string): boolean {
  const negation = /(?<!\p{L})(?:nicht|kein\p{L}*|non|pas|aucun\p{L}*|nessun\p{L}*|not?|ne)(?!\p{L})/iu;
  return /^9(?![\p{L}\d.])/u.test(status) && !negation.test(withoutState(status));
}

/** Whether a word says that there is no outage, or none any more. */
export function isBackWord(word: SourceWord | null): boolean {
  return word === 'available' || word === 'over';
}

/** Of "ab 15.12.2026 lieferbar" and "wieder lieferbar (20.11.2026)", as if the day stood behind its words. */
function turnedIn(text: string, list: ListReading): ReadDelivery | undefined {
  const behind = DAY_AND_WORDS.exec(text);
  if (behind) return withDay(afterWords(`${behind[2]} ${behind[1]}`, list));
  const bracketed = IN_BRACKETS.exec(text);
  return bracketed ? withDay(afterWords(`${bracketed[1]} ${bracketed[2]}`, list)) : undefined;
}

/** What could be read, since the cell as it is may make more sense. */
function withDay(delivery: ReadDelivery | undefined): ReadDelivery | undefined {
  return delivery?.doubt ? undefined : delivery;
}

/** Of "wieder lieferbar ab 15.12.2026", "ca. KW 52" or "nicht lieferbar bis Ende Dezember". */
function afterWords(text: string, list: ListReading): ReadDelivery | undefined {
  const bare = withoutState(text);
  // From the last word on, so that what leads to a day is not taken for a part of it.
  for (const { index } of [...bare.matchAll(/\s+/gu)].toReversed()) {
    const rest = bare.slice(index).trim();
    // A number alone is no day, as it may be in a cell of its own.
    const lead = folded(bare.slice(0, index));
    const when = /^\d{1,7}(\.\d+)?$/.test(rest) ? undefined : whenIn(rest, list, WAS.test(lead));
    if (!when && !DAY_LIKE.test(rest)) continue;
    const said = withoutLead(lead);
    const before = said.replace(UNCERTAIN, '');
    const word = before === '' ? null : sourceWord(before);
    if (before !== '' && word === null) continue;
    // What is to be expected has not happened, though its day has passed.
    const isBack = isBackWord(word) && before === said;
    // "lieferbar bis" is its contrary, and since when something is missing is no delivery.
    if (isBackWord(word) && UNTIL.test(lead)) return undefined;
    if (!isBack && SINCE.test(lead)) return word ? { ...NO_DELIVERY, kept: text, words: text } : undefined;
    if (word === 'discontinued' || (word === 'noDeliveries' && !UNTIL.test(lead))) return undefined;
    if (!when) return noDay(text);
    return { ...when, isBack, words: word ? text : when.words };
  }
  return undefined;
}

/** What stands before a day without the words that lead to it. */
function withoutLead(lead: string): string {
  const less = lead.replace(SINCE, '').replace(LEADING, '').trim();
  return less === lead ? lead : withoutLead(less);
}

function noDay(text: string): ReadDelivery {
  return { ...NO_DELIVERY, words: text, doubt: 'date_invalid' };
}

/** `isPast`: it has been, or is now. */
function whenIn(text: string, list: ListReading, isPast = false): ReadDelivery | undefined {
  const day = list.dayOf(text);
  if (day !== null) return { ...NO_DELIVERY, day, kept: day };
  const words = folded(text);
  return weekIn(text, words, list, isPast) ?? monthIn(text, words);
}

const WEEK =
  /^(?:(?:in|der|la|anfang|mitte|ende|debut|mi|fin|inizio|fine|early|mid|end of) )*(?:(?<before>20\d\d)[ -]*)?(?:(?:kw|kalenderwoche|woche|week|wk|cw|w|sem|semaine|sett|settimana)[. ]*(?<week>\d{1,2})|(?<first>\d{1,2})\. ?(?:kw|kalenderwoche|woche))(?: ?[/ .,-] ?(?<behind>20\d\d|\d\d))?$/;

/** The Friday of "KW 52", of "sem. 52/2026" or "2026-W52"; without a year of the next such week, or of the last one. */
function weekIn(
  text: string,
  words: string,
  { asOf }: ListReading,
  isPast: boolean,
): ReadDelivery | undefined {
  const found = WEEK.exec(words)?.groups;
  if (!found) return undefined;
  const number = Number(found.week ?? found.first);
  const { year: thisYear } = weekOf(asOf);
  const said = found.before ?? found.behind;
  let year = said === undefined ? undefined : Number(said.length === 2 ? `20${said}` : said);
  if (said?.length === 2) {
    // "KW 51/52" is two weeks, and "KW 25/26" may be.
    if (Number(said) === number + 1 || Math.abs(year! - thisYear) > 3) return undefined;
  }
  year ??= [thisYear, isPast ? thisYear - 1 : thisYear + 1].find((each) => {
    const friday = fridayOf(each, number);
    if (friday === undefined) return false;
    const { monday, sunday } = weekOf(friday);
    return isPast ? monday <= asOf : sunday > asOf;
  });
  const day = year === undefined ? undefined : fridayOf(year, number);
  if (day === undefined) return noDay(text);
  return { ...NO_DELIVERY, day, kept: `${year}-W${String(number).padStart(2, '0')}` };
}

function fridayOf(year: number, week: number): string | undefined {
  // The fourth of January is in the first week.
  const first = Date.parse(`${weekOf(`${year}-01-04`).monday}T00:00:00Z`);
  const day = new Date(first + (7 * (week - 1) + 4) * 86_400_000).toISOString().slice(0, 10);
  const { year: of, week: number } = weekOf(day);
  return of === year && number === week ? day : undefined;
}

const MONTH =
  /^(?:(?:ende|fin|fin de|fine|end of|end|late|ultimo) )?(?:(?<name>\p{L}{3,10})\.?[,']? ?(?:de |del )?(?<year>20\d\d)|(?<number>0?[1-9]|1[0-2])[./](?<of>20\d\d)|(?<iso>20\d\d)-(?<isoNumber>0[1-9]|1[0-2]))$/u;

/** The last day of "Ende Dezember 2026" or "12.2026". */
function monthIn(text: string, words: string): ReadDelivery | undefined {
  const found = MONTH.exec(words)?.groups;
  if (!found) return undefined;
  const month = found.name === undefined ? Number(found.number ?? found.isoNumber) : monthNamed(found.name);
  if (month === undefined) return undefined;
  const day = lastDayOf(Number(found.year ?? found.of ?? found.iso), month);
  return { ...NO_DELIVERY, day, kept: day, words: text };
}

function lastDayOf(year: number, month: number): string {
  const [day] = [31, 30, 29, 28]
    .map((each) => `${year}-${String(month).padStart(2, '0')}-${each}`)
    .filter(isDay);
  return day!;
}

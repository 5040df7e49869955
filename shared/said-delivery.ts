import { isDay, weekOf } from './calendar.ts';
import { isDiscontinued } from './discontinued.ts';
import { monthNamed } from './months.ts';
import { folded, type SourceWord, sourceWord, withoutState } from './source-words.ts';

/** The meaning of a cell about deliveries. */
export type ReadDelivery = {
  /** The product is available, or available again. */
  isBack: boolean;
  /** Day: YYYY-MM-DD, the Friday of a week, the last day of a month; '' without one. */
  day: string;
  /** The stored form: a week as 2026-W52, otherwise the day. */
  kept: string;
  /** Text beside the day or week; '' for none. */
  words: string;
  /** A day that does not exist, or unknown words. */
  doubt?: 'date_invalid' | 'words_unknown';
};

/** Context of reading a list: its day, and its parser of days (null: no day; '': a placeholder for none). */
export type ListReading = { asOf: string; dayOf: (text: string) => string | null };

/** For an empty cell. */
export const NO_DELIVERY: ReadDelivery = { isBack: false, day: '', kept: '', words: '' };
const LONGEST = 200;

/** Words that make a day approximate. */
const ABOUT =
  '(?:ca|circa|etwa|voraussichtl(?:ich)?|vorauss|vsl|geplant|fruhestens|spatestens|environ|prevue?|probablement|previst[oa]|probabilmente|about|probably)';

/** Words that lead to a day; those meaning until, and those meaning since. */
const LEADING = new RegExp(
  `(?:^|[ :])(?:${ABOUT}|ab|der|dem|am|per|bis|und mit|zum|in|im|erwartet|(?:nachste )?lieferung|liefertermin|wareneingang|a partir|des?|l[ae]|du|d'ici|jusqu'au?|(?:prochaine )?livraison|dal?|fino al?|entro|il|(?:prossima )?consegna|from|as of|until|till|by|on|(?:next )?delivery|expected)[.:]?$`,
);
const UNTIL = new RegExp(
  `(?:^| )(?:bis|bis zum|bis am|bis und mit|jusqu'au?|fino al?|until|till)(?: ${ABOUT}\\.?)*[.:]?$`,
);
const SINCE = /(?:^| )(?:seit|seit dem|depuis|depuis le|dal|since)[.:]?$/;
/** Words for a past week; "dal" may also be future. */
const WAS = /(?:^| )(?:seit|seit dem|depuis|depuis la|since)[.:]?$/;
const UNCERTAIN = new RegExp(`^(?:${ABOUT}\\.? )+`);

/** A day followed by words, in brackets or not: "ab 15.12.2026 lieferbar", "15.12.2026 (ca.)". */
const DAY_AND_WORDS = /^(.*\d)[.,;:]? +\(?(\p{L}[\p{L} .]*?)\)?$/su;
/** Words followed by a day in brackets. */
const IN_BRACKETS = /^(\p{L}.*?) *\(([^()]*\d[^()]*)\)$/su;

/** Text in the form of a day, to report days that do not exist. */
const DAY_LIKE =
  /^(?:\p{L}{2,10}\.?,? )?(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d)|(?:19|20)\d{6}$|\d{1,2}(?:\.|er|°|º)? ?\p{L}{3,10}\.? \d{4}$)/u;

/** Parses a cell about deliveries. */
export function deliveryIn(text: string, list: ListReading): ReadDelivery {
  if (text === '') return NO_DELIVERY;
  const words = { ...NO_DELIVERY, kept: text, words: text };
  if (text.length > LONGEST) return { ...words, doubt: 'words_unknown' };
  if (/^[-–—]+$/.test(text)) return words;
  const turned = turnedIn(text, list);
  if (turned) return { ...turned, kept: turned.day ? turned.kept : text, words: turned.words && text };
  // Parsers of days take a word before one for the weekday.
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

/** Whether the day had not passed when the list was made; a week passes with its Sunday. */
export function isToCome({ day, kept }: ReadDelivery, asOf: string): boolean {
  return day !== '' && (kept === day ? day : weekOf(day).sunday) > asOf;
}

/** The meaning of a row about an outage. */
export type SaidOutage = {
  isOver: boolean;
  delivery: ReadDelivery;
  /** A contradiction between its cells. */
  doubt?: 'over_but_expected' | 'availability_contradicted';
};

/**
 * Whether a row means that an outage is over, by status, delivery or comment; and the expected delivery. A product that
 * is expected in the future is missing until then. `said`: delivery in the status.
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

/** "9 Engpass vorbei": the number of a state of drugshortage.ch with words of others, which do not contradict it. */
function isOverByNumber(status: string): boolean {
  const negation = /(?<!\p{L})(?:nicht|kein\p{L}*|non|pas|aucun\p{L}*|nessun\p{L}*|not?|ne)(?!\p{L})/iu;
  return /^9(?![\p{L}\d.])/u.test(status) && !negation.test(withoutState(status));
}

/** Whether a word means that there is no outage, or no longer. */
export function isBackWord(word: SourceWord | null): boolean {
  return word === 'available' || word === 'over';
}

/** For "ab 15.12.2026 lieferbar" and "wieder lieferbar (20.11.2026)": reads the words first, then the day. */
function turnedIn(text: string, list: ListReading): ReadDelivery | undefined {
  const behind = DAY_AND_WORDS.exec(text);
  if (behind) return withDay(afterWords(`${behind[2]} ${behind[1]}`, list));
  const bracketed = IN_BRACKETS.exec(text);
  return bracketed ? withDay(afterWords(`${bracketed[1]} ${bracketed[2]}`, list)) : undefined;
}

/** Undefined where nothing could be read, since the whole cell may make more sense. */
function withDay(delivery: ReadDelivery | undefined): ReadDelivery | undefined {
  return delivery?.doubt ? undefined : delivery;
}

/** For "wieder lieferbar ab 15.12.2026", "ca. KW 52" or "nicht lieferbar bis Ende Dezember". */
function afterWords(text: string, list: ListReading): ReadDelivery | undefined {
  const bare = withoutState(text);
  // From the last word on, so that leading words are not taken for a part of the day.
  for (const { index } of [...bare.matchAll(/\s+/gu)].toReversed()) {
    const rest = bare.slice(index).trim();
    // A number alone is no day here, though it may be in a cell of its own.
    const lead = folded(bare.slice(0, index));
    const when = /^\d{1,7}(\.\d+)?$/.test(rest) ? undefined : whenIn(rest, list, WAS.test(lead));
    if (!when && !DAY_LIKE.test(rest)) continue;
    const said = withoutLead(lead);
    const before = said.replace(UNCERTAIN, '');
    const word = before === '' ? null : sourceWord(before);
    if (before !== '' && word === null) continue;
    // An expected delivery has not happened, even if its day has passed.
    const isBack = isBackWord(word) && before === said;
    // "lieferbar bis" means the contrary, and the day since when something is missing is no delivery.
    if (isBackWord(word) && UNTIL.test(lead)) return undefined;
    if (!isBack && SINCE.test(lead)) return word ? { ...NO_DELIVERY, kept: text, words: text } : undefined;
    if (word === 'discontinued' || (word === 'noDeliveries' && !UNTIL.test(lead))) return undefined;
    if (!when) return noDay(text);
    return { ...when, isBack, words: word ? text : when.words };
  }
  return undefined;
}

/** The text before a day without words that lead to it. */
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

/** The Friday of "KW 52", "sem. 52/2026" or "2026-W52"; without a year, of the next or last such week. */
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

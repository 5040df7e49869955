import i18next from 'i18next';
import { expect, test } from 'vitest';
import { expectedCell, expectedDelivery, lateInWords } from '#server/platform/i18n/expected-delivery.ts';
import { translations } from '#server/platform/i18n/messages.ts';
import { expectedOf as expectedFrom } from '#shared/expected-delivery.ts';
import { type Language, languages } from '#shared/languages.ts';
import { expectedTexts } from '../../web/components/hooks/use-expected-texts.ts';

// A Tuesday of week 48.
const today = '2026-11-24';
const list = '2026-11-23';
/** Fridays: of the last week, of this one, of the next but one, and of the second of the next year. */
const [last, present, next, nextYear] = ['2026-11-20', '2026-11-27', '2026-12-04', '2027-01-15'] as const;

const web = i18next.createInstance();
await web.init({
  resources: translations as never,
  defaultNS: 'portal',
  interpolation: { escapeValue: false },
});
const pages = (language: Language) => expectedTexts(web.getFixedT(language, 'portal'), today);

/** What is said of them where they stand for their weeks. */
const told: Record<Language, Record<string, string>> = {
  de: {
    [last]: 'war erwartet KW 47 (Liste vom 23.11.2026, 1\u00a0Tag alt)',
    [present]: 'erwartet KW 48',
    [next]: 'erwartet KW 49',
    [nextYear]: 'erwartet KW 2, 2027',
  },
  fr: {
    [last]: 'était attendu en sem. 47 (liste du 23.11.2026, datant de 1\u00a0jour)',
    [present]: 'attendu en sem. 48',
    [next]: 'attendu en sem. 49',
    [nextYear]: 'attendu en sem. 2, 2027',
  },
  it: {
    [last]: 'era atteso nella sett. 47 (elenco del 23.11.2026, di 1\u00a0giorno fa)',
    [present]: 'atteso nella sett. 48',
    [next]: 'atteso nella sett. 49',
    [nextYear]: 'atteso nella sett. 2, 2027',
  },
  en: {
    [last]: 'was expected in week 47 (list of 23.11.2026, 1\u00a0day old)',
    [present]: 'expected in week 48',
    [next]: 'expected in week 49',
    [nextYear]: 'expected in week 2, 2027',
  },
};

test.each(languages)('in %s pages and files say the same calendar weeks', (language) => {
  for (const [delivery, text] of Object.entries(told[language])) {
    expect(expectedDelivery(language, { delivery, week: true, today, list })).toBe(text);
    expect(pages(language).sentence({ delivery, week: true, list })).toBe(text);
  }
});

test('fixed words of sources are said in the reader’s language, whatever language they came in', () => {
  for (const delivery of ['unbestimmt', ' Unbestimmt', 'à définir', 'da definire']) {
    expect(expectedDelivery('fr', { delivery, today })).toBe('attendu\u00a0: indéterminé');
    expect(pages('it').value({ delivery })).toBe('da definire');
  }
  expect(expectedCell('en', { delivery: 'auf Anfrage', today })).toBe('on request');
  expect(pages('fr').words('fehlt auf unbestimmte Zeit')).toBe('pour une durée indéterminée');
  expect(pages('it').words('indefinite')).toBe('a tempo indeterminato');
  // States of drugshortage.ch, with and without their numbers.
  expect(pages('fr').words('1 aktuell keine Lieferungen')).toBe('actuellement aucune livraison');
  expect(pages('it').words('9 abgeschlossen')).toBe('concluso');
  expect(pages('fr').words('Abgeschlossen')).toBe('terminé');
  expect(pages('it').words('nicht lieferbar')).toBe('attualmente nessuna consegna');
  expect(pages('fr').words('wieder lieferbar')).toBe('de nouveau livrable');
  expect(pages('fr').words('3 Packungen')).toBe('3 Packungen');
  // What no list has for a fixed word stays as it came.
  expect(expectedCell('fr', { delivery: 'Mitte nächsten Monats', today })).toBe('Mitte nächsten Monats');
});

test('under a heading a week that is to come stands alone', () => {
  for (const [delivery, text] of [
    [present, 'KW 48'],
    [nextYear, 'KW 2, 2027'],
    [last, 'war erwartet KW 47'],
  ] as const) {
    expect(expectedCell('de', { delivery, week: true, today })).toBe(text);
    expect(pages('de').value({ delivery, week: true })).toBe(text);
  }
  expect(pages('de').when({ delivery: last, week: true })).toBe('KW 47');
  expect(pages('de').when({ delivery: last })).toBe('20.11.2026');
});

test('a tooltip tells the days of a week, of days and words nothing', () => {
  const { days } = pages('de');
  expect(days({ delivery: next, week: true })).toBe('Mo 30.11. – So 06.12.2026');
  // The last week of 2026 reaches into the next year.
  expect(days({ delivery: '2027-01-01', week: true })).toBe('Mo 28.12.2026 – So 03.01.2027');
  expect(pages('fr').days({ delivery: next, week: true })).toBe('lun. 30.11. – dim. 06.12.2026');
  expect(pages('it').days({ delivery: next, week: true })).toBe('lun. 30.11. – dom. 06.12.2026');
  expect(pages('en').days({ delivery: next, week: true })).toBe('Mon 30.11. – Sun 06.12.2026');
  expect(days({ delivery: next })).toBeUndefined();
  expect(days({ delivery: 'Ende Jahr', week: true })).toBeUndefined();
  expect(days({ delivery: null, week: true })).toBeUndefined();
});

test('an order says the week of what comes late, one from before weeks were told the day', () => {
  const late = (week: object) => lateInWords('de', { late: { expected: next, ...week } }, present);
  expect(late({ week: true })).toContain('erwartet KW 49');
  expect(late({})).toContain('erwartet am 04.12.2026');
});

const june = '2026-06-02';

test('a delivery is expected on a day that is to come, and was on one that has passed, by a list so many days old', () => {
  expect(expectedDelivery('de', { delivery: '2026-11-24', today, list: june })).toBe(
    'erwartet am 24.11.2026',
  );
  expect(expectedDelivery('de', { delivery: '2026-10-12', today })).toBe('war erwartet am 12.10.2026');
  // 28 days of June, then 31, 31, 30, 31 and 24.
  expect(expectedDelivery('de', { delivery: '2026-10-12', today, list: june })).toBe(
    'war erwartet am 12.10.2026 (Liste vom 02.06.2026, 175 Tage alt)',
  );
  expect(expectedDelivery('en', { delivery: '2026-10-12', today, list: '2026-11-23' })).toBe(
    'was expected on 12.10.2026 (list of 23.11.2026, 1 day old)',
  );
});

test('words stay as they are, and what is off the market is not expected', () => {
  expect(expectedDelivery('fr', { delivery: 'indéterminé', today })).toBe('attendu : indéterminé');
  expect(expectedDelivery('de', { delivery: 'hors commerce', today })).toBe('ausser Handel');
});

test('under a heading only a day that has passed says more than itself', () => {
  expect(expectedCell('de', { delivery: '2026-12-01', today, list: june })).toBe('2026-12-01');
  expect(expectedCell('de', { delivery: 'Ende Jahr', today, list: june })).toBe('Ende Jahr');
  expect(expectedCell('it', { delivery: '2026-10-12', today })).toBe('era atteso il 12.10.2026');
});

const saturday = '2026-11-21';
const expectedOf = (delivery: string | null, week = false) => expectedFrom({ delivery, week }, saturday);

test('a delivery is expected for a day, a Friday too, or in words', () => {
  expect(expectedOf('2026-12-11')).toEqual({
    kind: 'day',
    day: '2026-12-11',
    isWeek: false,
    isPast: false,
  });
  expect(expectedOf('unbestimmt')).toEqual({ kind: 'words', text: 'unbestimmt' });
  expect(expectedOf(null)).toEqual({ kind: 'nothing' });
  expect(expectedOf('')).toEqual({ kind: 'nothing' });
});

test('a day that has passed was expected; today has not passed', () => {
  expect(expectedOf('2026-11-20')).toMatchObject({ isPast: true });
  expect(expectedOf(saturday)).toMatchObject({ isPast: false });
});

test('a day that stands for its week was expected once that week is over, on Monday', () => {
  // Friday of the week that ends on Sunday, 22 November; today is Saturday.
  expect(expectedOf('2026-11-20', true)).toMatchObject({ isWeek: true, isPast: false });
  expect(expectedFrom({ delivery: '2026-11-20', week: true }, '2026-11-22')).toMatchObject({ isPast: false });
  expect(expectedFrom({ delivery: '2026-11-20', week: true }, '2026-11-23')).toMatchObject({ isPast: true });
});

test('what is off the market is not expected, in the words of any list; what is so for a time is', () => {
  for (const words of ['ausser Handel', 'Hors-commerce', 'fuori commercio', 'discontinued']) {
    expect(expectedOf(words)).toEqual({ kind: 'discontinued' });
  }
  expect(expectedOf('vorübergehend ausser Handel')).toMatchObject({ kind: 'words' });
});

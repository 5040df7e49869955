import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { lateInWords } from '#server/orders/paper/order-words.ts';
import { expectedCell, expectedDelivery } from '#server/platform/i18n/expected-delivery.ts';
import { translations } from '#server/platform/i18n/messages.ts';
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

describe.each(languages)('in %s', (language) => {
  test('pages and files say the same calendar weeks', () => {
    for (const [delivery, text] of Object.entries(told[language])) {
      expect(expectedDelivery(language, { delivery, week: true, today, list })).toBe(text);
      expect(pages(language).sentence({ delivery, week: true, list })).toBe(text);
    }
  });

  test('pages and files say the same of days and words', () => {
    for (const delivery of [last, today, next, 'Ende Jahr', 'ausser Handel']) {
      const text = pages(language).sentence({ delivery, list });
      expect(expectedDelivery(language, { delivery, today, list })).toBe(text);
      expect(text).not.toMatch(/KW|sem\.|sett\.|week/);
    }
  });
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

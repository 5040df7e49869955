import { expect, test } from 'vitest';
import { asciiFileName, fileName, givenFileName, periodInName } from '#server/platform/i18n/file-name.ts';

const RTL_OVERRIDE = '\u202e';

test('a name has what tells it from others, and leaves out what is not known', () => {
  expect(fileName('xlsx', 'Produktanalyse', 'Apotheke Oberdorf', '2025')).toBe(
    'Produktanalyse Apotheke Oberdorf 2025.xlsx',
  );
  expect(fileName('pdf', 'Bestellung 17', '', null)).toBe('Bestellung 17.pdf');
});

test('a name can be saved on Windows and stand in a header', () => {
  expect(fileName('pdf', 'Commande', 'Pharmacie "A/B": <Lac>|\\*?')).toBe('Commande Pharmacie A B Lac.pdf');
  expect(fileName('pdf', 'Ordine', '..Farmacia. ', '2025')).toBe('Ordine Farmacia 2025.pdf');
  expect(fileName('csv', `Line\r\nbreak${RTL_OVERRIDE}fdp.exe\u0000`)).toBe('Line breakfdp.exe.csv');
  expect(fileName('csv', 'con')).toBe('con_.csv');
  expect(fileName('csv', '???')).toBe('_.csv');
});

test('letters and marks of one look are one name', () => {
  expect(fileName('pdf', 'Zu\u0308rich')).toBe('Zürich.pdf');
});

test('a long name of a customer leaves room for the period', () => {
  expect(fileName('xlsx', 'Produktanalyse', '𝒜'.repeat(300), '2025')).toBe(
    `Produktanalyse ${'𝒜'.repeat(60)} 2025.xlsx`,
  );
});

test('a name that was given stays, but for what cannot be seen and its length', () => {
  expect(givenFileName('Zusage "Löwe".pdf')).toBe('Zusage "Löwe".pdf');
  expect(givenFileName(`neu${RTL_OVERRIDE}fdp\u0007.exe`)).toBe('neufdp.exe');
  expect(givenFileName(`${'a'.repeat(300)}.xlsx`)).toBe(`${'a'.repeat(120)}.xlsx`);
});

test('programs that know of ASCII alone get letters without their marks', () => {
  expect(asciiFileName('Pharmacie de la Forêt – Straße.pdf')).toBe('Pharmacie de la Foret _ Strasse.pdf');
});

test('whole years, a month and other months are said shortly', () => {
  const months = (timeMonthFrom: number, timeYearFrom: number, timeMonthTo: number, timeYearTo: number) =>
    periodInName({ timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo });
  expect(months(1, 2025, 12, 2025)).toBe('2025');
  expect(months(1, 2024, 12, 2025)).toBe('2024-2025');
  expect(months(3, 2025, 3, 2025)).toBe('03.2025');
  expect(months(7, 2024, 6, 2025)).toBe('07.2024-06.2025');
  expect(
    periodInName({ timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null }),
  ).toBeNull();
});

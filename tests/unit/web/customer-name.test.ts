import { expect, test } from 'vitest';
import { nameWithCity } from '#shared/customer-name.ts';
import { isInactive } from '../../../web/pages/upload/form/statistic-form.ts';

test('the city is appended without its canton', () => {
  expect(nameWithCity('Apotheke zur Post', 'Hauptstrasse 1, 8804, Au ZH, Schweiz')).toBe(
    'Apotheke zur Post, Au',
  );
  expect(nameWithCity('Pharmacie du Lac', 'Rue 2, 1003, Lausanne, Suisse')).toBe(
    'Pharmacie du Lac, Lausanne',
  );
});

test('a name that has the city already stays as it is, whatever its case', () => {
  expect(nameWithCity('Apotheke ZÜRICH Oerlikon', 'Weg 1, 8050, Zürich ZH, Schweiz')).toBe(
    'Apotheke ZÜRICH Oerlikon',
  );
});

test('an address that has not exactly four parts appends nothing', () => {
  for (const address of [null, '', 'Weg 1, 8050 Zürich', 'a, b, c, d, e', 'Weg 1, 8050, , Schweiz']) {
    expect(nameWithCity('Apotheke', address)).toBe('Apotheke');
  }
});

test('only the known status is inactive', () => {
  expect(isInactive('Inactive & Not Deleted')).toBe(true);
  expect(isInactive('Active')).toBe(false);
});

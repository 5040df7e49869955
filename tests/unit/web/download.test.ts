import { expect, test } from 'vitest';
import { fileNameOf } from '../../../web/api/download.ts';

test.each([
  ['attachment; filename="Bezug 2025.xlsx"', 'Bezug 2025.xlsx'],
  ['attachment; filename=liste.xlsx', 'liste.xlsx'],
  ['attachment; filename="M_ller.pdf"; filename*=UTF-8\'\'M%C3%BCller.pdf', 'Müller.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['attachment', ''],
])('the file name of %s is %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});

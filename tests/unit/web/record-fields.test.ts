import { expect, test } from 'vitest';
import {
  formOf,
  type RecordField,
  readAmount,
  valuesOf,
} from '../../../web/components/lists/record-fields.ts';

test.each([
  ['', null],
  ['  ', null],
  ['250', 250],
  ['250.5', 250.5],
  ['250,05', 250.05],
  ['1’000.50', 1000.5],
  ["CHF 1'000.-", 1000],
  ['1 000.–', 1000],
  ['Fr. 20', 20],
])('%s is an amount', (text, chf) => {
  expect(readAmount(text)).toBe(chf);
});

test.each(['viel', '-1', '1.234', '1.000,50', '99999999', '1e3', 'NaN'])('%s is none', (text) => {
  expect(readAmount(text)).toBeUndefined();
});

interface Shop {
  name: string;
  open: boolean;
  phone: string | null;
  least: number | null;
  channel: 'APO' | 'SD' | null;
  note: string;
}

const label = '';
const fields: RecordField<Shop>[] = [
  { name: 'name', label, kind: 'text', required: true },
  { name: 'open', label, kind: 'check', on: true },
  { name: 'phone', label, kind: 'text', orNull: true },
  { name: 'least', label, kind: 'amount' },
  { name: 'channel', label, kind: 'choice', options: [] },
  { name: 'note', label, kind: 'text' },
];

test('a form sends what it was made from', () => {
  const shop: Shop = { name: 'Aare', open: false, phone: null, least: 250.5, channel: 'SD', note: '' };
  const form = formOf(shop, fields);
  expect(form).toEqual({ ...shop, phone: '', least: '250.50' });
  expect(valuesOf(form, fields)).toEqual(shop);
});

test('of a new one the name is missing, and what is no amount can’t be sent', () => {
  const empty = formOf(null, fields);
  expect(valuesOf({ ...empty, least: 'viel' }, fields)).toEqual({
    name: undefined,
    open: true,
    phone: null,
    least: undefined,
    channel: null,
    note: '',
  });
});

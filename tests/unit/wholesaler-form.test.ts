import { expect, test } from 'vitest';
import { fieldsOf, formOf, readAmount } from '../../web/pages/wholesalers/wholesaler-form.ts';

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

test('what a form is made from is what it sends, and a new one lacks its name', () => {
  const wholesaler = {
    wholesalerName: 'Aare',
    enabledForApo: true,
    enabledForSd: false,
    enabledForOnlineOrders: true,
    conditionsContact: '',
    transferOrderContact: 'a@aare.example',
    acquisitionStatisticContact: 'x\ny',
    minimumOrderValue: 250.5,
    freeDeliveryFrom: null,
  };
  const form = formOf({ ...wholesaler, wholesalerID: 7, retired: false, version: 1 });
  expect(form).toMatchObject({ minimumOrderValue: '250.50', freeDeliveryFrom: '' });
  expect(fieldsOf(form)).toEqual(wholesaler);
  expect(fieldsOf(formOf(null))).toEqual(['wholesalerName']);
});

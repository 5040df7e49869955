import { expect, test } from 'vitest';
import { wholeFigures } from '../../../../web/pages/market/whole-figures.ts';

test('a number stays with its unit, and everything else may break', () => {
  expect(wholeFigures('Amorolfin, Nagellack 50 mg/ml, Fl 5 ml')).toBe(
    'Amorolfin, Nagellack 50\u00a0mg/ml, Fl 5\u00a0ml',
  );
  expect(wholeFigures('Kautabl 1000/880 mg/I.E., 60 Stk')).toBe('Kautabl 1000/880\u00a0mg/I.E., 60\u00a0Stk');
  expect(wholeFigures('Beloc 50 mg 30')).toBe('Beloc 50\u00a0mg 30');
  expect(wholeFigures('Creme 2.5 % 30 g')).toBe('Creme 2.5\u00a0% 30\u00a0g');
  expect(wholeFigures('Vitamin B12 Tropfen')).toBe('Vitamin B12 Tropfen');
});

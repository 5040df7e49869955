import { expect, test } from 'vitest';
import { matches } from '../../../web/components/navigation/palette/command.ts';

test('words match in any order, whatever their case and accents', () => {
  expect(matches('hochl STATISTIK', 'Statistik hochladen')).toBe(true);
  expect(matches('francais', 'Sprache: Français')).toBe(true);
  expect(matches('  ', 'alles')).toBe(true);
  expect(matches('statistik löschen', 'Statistik hochladen')).toBe(false);
});

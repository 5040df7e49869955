import { expect, test } from 'vitest';
import { layOut } from '#analytics/cli/text-table.ts';

test('what a file has for a description stays one cell and steers no terminal', () => {
  const columns = [
    { name: 'description', numeric: false },
    { name: 'packs', numeric: true },
  ];
  const rows = [
    ['Aspirin\u001b]0;gone\u0007\r\n\u009b2J500', '7'],
    [null, '12'],
  ];
  expect(layOut({ columns, rows }).split('\n')).toEqual([
    'description            packs',
    '---------------------  -----',
    'Aspirin ]0;gone 2J500      7',
    'NULL                      12',
    '2 rows',
    '',
  ]);
});

import { expect, test } from 'vitest';
import { takeFiles } from '../../../web/pages/upload/form/take-files.ts';

const statistic = new File(['PK'], 'Bezug.XLSX');
const consent = new File(['%PDF-1.4'], 'ja.pdf');

test('of files dropped together the workbook is the statistic and the PDF the consent, in any order', async () => {
  const taken = { file: statistic, columns: null, text: null, consentFile: consent };
  expect(await takeFiles([statistic, consent])).toEqual({ taken, refused: [] });
  expect(await takeFiles([consent, statistic])).toEqual({ taken, refused: [] });
});

test('what can be neither is refused with a reason, and the rest is taken', async () => {
  const files = [
    new File([], 'leer.xlsx'),
    new File(['a;b'], 'liste.ods'),
    statistic,
    new File(['PK'], 'zweite.xlsx'),
    new File([new Uint8Array(15_728_641)], 'gross.xlsx'),
  ];
  expect(await takeFiles(files)).toEqual({
    taken: { file: statistic, columns: null, text: null },
    refused: [
      { name: 'leer.xlsx', reason: 'empty' },
      { name: 'liste.ods', reason: 'kind' },
      { name: 'zweite.xlsx', reason: 'second' },
      { name: 'gross.xlsx', reason: 'large' },
    ],
  });
});

test.each(['bezug.csv', 'bezug.TXT', 'bezug.xls', 'bezug.xlsm'])('%s is a statistic too', async (name) => {
  const file = new File(['7680520620027;3'], name);
  expect(await takeFiles([file])).toEqual({ taken: { file, columns: null, text: null }, refused: [] });
});

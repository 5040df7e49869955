import { makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import type { Workbook } from '../../workbooks/writing/workbook.ts';

/**
 * template.xlsx, which users fill in: the first sheet has the headings GTIN, PhCode and Menge and three example
 * lines (invented articles) to write over, the second explains them in four languages.
 */
const template: Workbook = {
  title: 'Template',
  author: 'Portal',
  created: '2026-01-01T08:00:00Z',
  pageOf: '&P / &N',
  sheets: [
    {
      name: 'Daten',
      form: 'input',
      columns: [
        { heading: 'GTIN', kind: 'text' },
        { heading: 'PhCode', kind: 'text' },
        { heading: 'Menge', kind: 'integer' },
      ],
      rows: [
        ['7680999990013', '0012345', 12],
        ['7680999990020', null, 3],
        [null, '2345678', 1],
      ],
    },
    {
      name: 'Info',
      form: 'page',
      columns: [
        { heading: 'GTIN, PhCode, Menge', kind: 'text' },
        { heading: '', kind: 'text' },
      ],
      rows: [
        [
          'de',
          'Pro Zeile ein Artikel: GTIN (13 Stellen) oder PhCode (7 Stellen, evtl. mit führenden Nullen) und die Anzahl Packungen. Beispielzeilen überschreiben.',
        ],
        [
          'fr',
          'Un article par ligne : GTIN (13 chiffres) ou PhCode (7 chiffres, évent. avec des zéros initiaux) et le nombre d’emballages. Remplacer les lignes d’exemple.',
        ],
        [
          'it',
          'Un articolo per riga: GTIN (13 cifre) o PhCode (7 cifre, eventualmente con zeri iniziali) e il numero di confezioni. Sovrascrivere le righe di esempio.',
        ],
        [
          'en',
          'One article per line: GTIN (13 digits) or PhCode (7 digits, maybe with leading zeros) and the number of packs. Write over the example lines.',
        ],
      ],
    },
  ],
};

export function buildTemplate(): Promise<Uint8Array> {
  return makeWorkbook(template);
}

import type { DifferenceList } from '#shared/catalogue-columns.ts';
import type { Language } from '#shared/languages.ts';
import type { CatalogueProposalAnswer, Difference } from '#shared/schemas/merged-products.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import { pageFoot, type Row, type SheetColumn } from '../../workbooks/writing/workbook.ts';

/** A list of differences as a workbook, in the words of its page. */
export function differencesWorkbook(
  list: DifferenceList,
  rows: readonly Difference[],
  proposal: Pick<CatalogueProposalAnswer, 'builtAt' | 'priceDate'>,
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const word = (key: string) => translate(language, `merged.${key}`);
  const name = word(`lists.${list}`);
  const heading = (key: string, kind: SheetColumn['kind'], wide?: number): SheetColumn => ({
    heading: word(`column.${key}`),
    kind,
    ...(wide === undefined ? {} : { wide }),
  });
  const columns = [
    heading('gtin', 'text'),
    heading('description', 'text', 60),
    heading('manufacturer', 'text', 40),
    heading('field', 'text'),
    heading('before', 'text', 40),
    heading('after', 'text', 40),
    heading('chf', 'chf'),
    heading('percent', 'percent'),
    heading('from', 'text'),
    heading('otherFrom', 'text'),
    heading('reason', 'text', 40),
    heading('day', 'date'),
  ];
  const said = (key: string, value: string) => (value === '' ? null : word(`${key}.${value}`));
  return makeWorkbook(
    {
      title: `${name}, ${proposal.priceDate}`,
      author,
      created: proposal.builtAt,
      ...pageFoot(language),
      sheets: [
        {
          name,
          columns,
          rows: rows.map(
            (each): Row => [
              each.gtin,
              each.description,
              each.manufacturer,
              said('field', each.column),
              valueIn(each.column, each.before, word),
              valueIn(each.column, each.after, word),
              each.chf,
              each.percent === null ? null : each.percent / 100,
              said('file', each.from),
              said('file', each.otherFrom),
              each.reason === '' ? null : word(reasonKey(list, each.reason)),
              each.day || null,
            ],
          ),
        },
      ],
    },
    options,
  );
}

/** Codes of the provider's list are names of lists. */
function reasonKey(list: DifferenceList, reason: string): string {
  return list === 'provider' ? `lists.${reason}` : `reason.${reason}`;
}

function valueIn(column: string, value: string, word: (key: string) => string): string {
  if (value === 'true' || value === 'false') return word(`value.${value}`);
  return column === 'origin' && value !== '' ? word(`value.${value}`) : value;
}

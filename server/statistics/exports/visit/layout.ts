import type { Language } from '#shared/languages.ts';
import { languages } from '#shared/languages.ts';
import { comparedBlocks, workbookFigures } from '#shared/summary-figures.ts';
import { translate } from '../../../platform/i18n/messages.ts';
import type { CellKind } from '../../../workbooks/writing/workbook.ts';

/** A column of a table: the field that fills it, and what a cell holds. `formula` is of the built-in template. */
export type VisitColumn = {
  field: string;
  kind: CellKind;
  /** Characters, where the kind doesn't say enough. */
  width?: number;
  input?: true;
  formula?: string;
};

/** A table that is filled, by the name it has in the template; `codeName` is its sheet's for macros. */
export type VisitTable = {
  table: string;
  codeName: string;
  columns: readonly VisitColumn[];
  /** Row of the headings. */
  headingRow: number;
};

const sums = [
  { field: 'count', kind: 'integer' },
  { field: 'qtySum', kind: 'integer' },
  { field: 'efPreisSum', kind: 'chf' },
  { field: 'pPreisSum', kind: 'chf' },
] as const satisfies VisitColumn[];

/**
 * The tables of the workbook for visits, in the order of their sheets. Templates made in a spreadsheet have the same names;
 * their columns are known by their headings in any of our languages, or by the field's name. Columns are printed from the
 * first one as far as a page across lets letters be read: what matters most stands first.
 */
export const visitTables = [
  {
    table: 'Products',
    codeName: 'shProducts',
    headingRow: 1,
    columns: [
      { field: 'productName', kind: 'text', width: 48 },
      { field: 'alternativeProductName', kind: 'text', width: 53 },
      { field: 'qtySum1', kind: 'integer' },
      { field: 'efPreisSum', kind: 'chf', width: 14 },
      { field: 'turnoverPotential', kind: 'chf', width: 14 },
      { field: 'deliverability1', kind: 'date' },
      { field: 'note', kind: 'integer', input: true },
      { field: 'gtin', kind: 'text' },
      { field: 'pharmacode1', kind: 'text', width: 12 },
      { field: 'manufacturer', kind: 'text', width: 26 },
      { field: 'molecule', kind: 'text', width: 30 },
      { field: 'atc', kind: 'text', width: 10 },
      { field: 'origin', kind: 'text', width: 12 },
      { field: 'efPreis1', kind: 'chf' },
      { field: 'pPreisSum', kind: 'chf' },
      { field: 'alternativeGTIN', kind: 'text' },
      { field: 'efPreis2', kind: 'chf' },
    ],
  },
  {
    table: 'AtcGroups',
    codeName: 'shAtc',
    headingRow: 1,
    columns: [
      { field: 'atcCategory', kind: 'text', width: 52 },
      ...sums,
      { field: 'turnoverPotential', kind: 'chf' },
    ],
  },
  {
    table: 'Manufacturers',
    codeName: 'shManufacturers',
    headingRow: 1,
    columns: [
      { field: 'manufacturerName', kind: 'text', width: 36 },
      ...sums,
      { field: 'turnoverPotential', kind: 'chf' },
    ],
  },
  {
    table: 'Molecules',
    codeName: 'shMolecules',
    headingRow: 1,
    columns: [
      { field: 'moleculeName', kind: 'text', width: 44 },
      ...sums,
      { field: 'turnoverPotential', kind: 'chf' },
    ],
  },
  {
    table: 'Duplicates',
    codeName: 'shDuplicates',
    headingRow: 1,
    columns: [
      { field: 'description2', kind: 'text', width: 48 },
      { field: 'qty2', kind: 'integer' },
      { field: 'description1', kind: 'text', width: 48 },
      { field: 'qty1', kind: 'integer' },
      { field: 'turnoverPotential', kind: 'chf' },
      { field: 'efPreis2', kind: 'chf' },
      { field: 'efPreis1', kind: 'chf' },
      { field: 'gtiN2', kind: 'text' },
      { field: 'gtiN1', kind: 'text' },
    ],
  },
  {
    table: 'Potential',
    codeName: 'shPotential',
    headingRow: 1,
    columns: [
      { field: 'name', kind: 'text', width: 44 },
      ...sums,
      { field: 'turnoverPotentialSum', kind: 'chf' },
    ],
  },
  {
    table: 'Proposal',
    codeName: 'shOrder',
    headingRow: 7,
    columns: [
      { field: 'productDescription', kind: 'text', width: 50 },
      { field: 'gtin', kind: 'text' },
      { field: 'packs', kind: 'integer', input: true },
      { field: 'exFactoryPrice', kind: 'chf', width: 13 },
      // Without a price the total is unknown, and adds nothing to the sum.
      {
        field: 'total',
        kind: 'chf',
        width: 13,
        formula: 'IF([exFactoryPrice]="","",ROUND([packs]*[exFactoryPrice],2))',
      },
      { field: 'late', kind: 'text', width: 53 },
      { field: 'availableQuantity', kind: 'packs' },
      { field: 'pharmacode', kind: 'text', width: 12 },
      { field: 'quantityProvider', kind: 'integer' },
      { field: 'customersGain', kind: 'chf' },
      { field: 'publicPriceDifference', kind: 'chf' },
      { field: 'deductibleBefore', kind: 'chf' },
      { field: 'deductibleAfter', kind: 'chf' },
    ],
  },
] as const satisfies VisitTable[];

export type VisitTableName = (typeof visitTables)[number]['table'];

/** Cells of the overview that are filled, by the names they have in the template. */
export const visitFacts = [
  'customerName',
  'period',
  'priceDate',
  'catalogueRevision',
  'stockoutDate',
  'createdOn',
] as const;

/** Turnover by origin: what the chart of the overview shows. CHF, ex-factory without VAT. */
export const visitOrigins = ['turnoverOriginal', 'turnoverGenericum', 'turnoverOthers'] as const;

const kinds = { chf: 'chf', count: 'integer', percent: 'percent' } as const;

/** Key figures of the overview: the names of their cells, and what they hold. */
export const visitFigures: readonly { name: string; kind: CellKind }[] = [
  ...comparedBlocks
    .flatMap(({ figures }) => figures.map(([name, format]) => ({ name, kind: kinds[format] })))
    .filter(({ name }) => !(visitOrigins as readonly string[]).includes(name)),
  ...workbookFigures.map((name) => ({ name, kind: kinds.count })),
];

/** A text of the workbook for visits. */
export function visitText(language: Language, key: string): string {
  return translate(language, `visit.${key}`);
}

/** The heading of a column by its field. */
export function visitHeading(language: Language, field: string): string {
  return visitText(language, `column.${field}`);
}

/** By table, the field of each heading in small letters, in whichever of our languages a template has it. */
export const visitHeadings: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  visitTables.map(({ table, columns }) => [
    table,
    Object.fromEntries(
      columns.flatMap(({ field }) =>
        languages.map((language) => [visitHeading(language, field).toLowerCase(), field] as const),
      ),
    ),
  ]),
);

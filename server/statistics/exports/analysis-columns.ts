import { todayInZurich } from '#analytics/context.ts';
import { productFigures } from '#analytics/views/product-figures.ts';
import { groupingNames, groupings, isGrouping } from '#shared/groupings.ts';
import type { Language } from '#shared/languages.ts';
import { expectedTexts } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { ArrowRows, CellKind, Mark, SheetColumn } from '../../workbooks/writing/workbook.ts';
import { formulaInWords, type Words } from '../views/formula-words.ts';

/** What can be shown of an article beside its name and its potential, as on the page. */
export const columnOptions = [
  'gtin',
  'pharmacode',
  'alternative',
  'existing',
  'quantity',
  'exFactory',
  'public',
  'gain',
  'publicDifference',
  'deductible',
  'distributionShare',
] as const;

export type ColumnOption = (typeof columnOptions)[number];

const NAME_CHARACTERS = 34;

/** Of which product a row can have the barcode: a scan orders it. */
export const barcodeSides = ['alternative', 'article'] as const;
export type BarcodeSide = (typeof barcodeSides)[number];

/** Where its barcode comes from, what it stands behind, and what stands there where no barcode can. */
const barcodeFields = {
  article: { gtin: 'gtin', behind: 'productName', instead: 'pharmacode1', heading: 'barcode' },
  alternative: {
    gtin: 'alternativeGTIN',
    behind: 'alternativeProductName',
    instead: 'pharmacode2',
    heading: 'barcodeOfAlternative',
  },
} as const;

type AnalysisColumn = {
  field: string;
  /** Key of the heading, below `products.column`, or below `workbook.analysis` for what the page has no column for; a grouping. */
  heading: string;
  kind: CellKind;
  /** Options that all have to be on; null: only in a file of everything. */
  options: readonly ColumnOption[] | null;
};

/** Every column: what the page shows, in its order, then what it tells of otherwise. */
const columns: readonly AnalysisColumn[] = [
  { field: 'productName', heading: 'product', kind: 'text', options: [] },
  { field: 'gtin', heading: 'gtin', kind: 'text', options: ['gtin'] },
  { field: 'pharmacode1', heading: 'pharmacode', kind: 'text', options: ['pharmacode'] },
  { field: 'qtySum1', heading: 'quantity', kind: 'integer', options: ['quantity'] },
  { field: 'efPreisSum', heading: 'exFactory', kind: 'chf', options: ['exFactory'] },
  { field: 'pPreisSum', heading: 'public', kind: 'chf', options: ['public'] },
  { field: 'alternativeProductName', heading: 'alternative', kind: 'text', options: ['alternative'] },
  { field: 'alternativeGTIN', heading: 'alternativeGtin', kind: 'text', options: ['alternative', 'gtin'] },
  {
    field: 'pharmacode2',
    heading: 'alternativePharmacode',
    kind: 'text',
    options: ['alternative', 'pharmacode'],
  },
  { field: 'qtySum2', heading: 'existing', kind: 'integer', options: ['existing'] },
  { field: 'turnoverPotential', heading: 'potential', kind: 'chf', options: [] },
  { field: 'customersGain', heading: 'gain', kind: 'chf', options: ['gain'] },
  {
    field: 'publicPriceDifference',
    heading: 'publicDifference',
    kind: 'chf',
    options: ['publicDifference'],
  },
  { field: 'deductibleBefore', heading: 'deductibleBefore', kind: 'chf', options: ['deductible'] },
  { field: 'deductibleAfter', heading: 'deductibleAfter', kind: 'chf', options: ['deductible'] },
  {
    field: 'distributionShareBefore',
    heading: 'distributionShareBefore',
    kind: 'chf',
    options: ['distributionShare'],
  },
  {
    field: 'distributionShareAfter',
    heading: 'distributionShareAfter',
    kind: 'chf',
    options: ['distributionShare'],
  },
  ...groupingNames.map((name) => ({
    // Of ATC the whole code.
    field: Object.keys(groupings[name].columns)[0]!,
    heading: name,
    kind: 'text' as const,
    options: null,
  })),
  { field: 'origin', heading: 'origin', kind: 'text', options: null },
  { field: 'efPreis1', heading: 'exFactoryPrice', kind: 'chf', options: null },
  { field: 'pPreis1', heading: 'publicPrice', kind: 'chf', options: null },
  { field: 'efPreis2', heading: 'exFactoryPriceOfAlternative', kind: 'chf', options: null },
  { field: 'pPreis2', heading: 'publicPriceOfAlternative', kind: 'chf', options: null },
  { field: 'packFactor', heading: 'packFactor', kind: 'factor', options: null },
  { field: 'sL1', heading: 'sl', kind: 'text', options: null },
  { field: 'sL2', heading: 'slOfAlternative', kind: 'text', options: null },
  { field: 'stockOut1', heading: 'stockOut', kind: 'text', options: null },
  { field: 'deliverabilityReportingDate1', heading: 'stockOutSince', kind: 'date', options: null },
  { field: 'deliverability1', heading: 'expected', kind: 'date', options: null },
  { field: 'stockOut2', heading: 'stockOutOfAlternative', kind: 'text', options: null },
  {
    field: 'deliverabilityReportingDate2',
    heading: 'stockOutSinceOfAlternative',
    kind: 'date',
    options: null,
  },
  { field: 'deliverability2', heading: 'expectedOfAlternative', kind: 'date', options: null },
  { field: 'backInStockDate2', heading: 'backInStock', kind: 'date', options: null },
];

/** What the page marks an article with, and its alternative: the badge, and the columns that say so. */
const productMarks = {
  discontinued: { column: 'discontinued1' },
  undeliverable: { column: 'stockOut1' },
  newStockout: { column: 'newStockout1' },
  sb20: { column: 'sB20' },
  exclusive: { column: 'providerExclusive1' },
  coMarketing: { column: 'coMarketing' },
};

const alternativeMarks = {
  undeliverable: { column: 'stockOut2' },
  newStockout: { column: 'newStockout2' },
  backInStock: { column: 'backInStock2' },
  exclusive: { column: 'providerExclusive2' },
  coMarketing: { column: 'coMarketing2' },
  slLost: { column: 'sL1', unless: 'sL2' },
};

export type AnalysisColumns = { columns: SheetColumn[]; read: ArrowRows['read'] };

/**
 * The columns of the file: those that the page shows with these options, or all of them for null. With barcodes GTIN and
 * Pharmacode are always there, since one of them stands where no barcode can, and the product that they are of.
 */
export function analysisColumns(
  language: Language,
  words: Words,
  { options, barcode }: { options: readonly ColumnOption[] | null; barcode: BarcodeSide | null },
): AnalysisColumns {
  const besides = barcode === 'alternative' ? ['gtin', 'pharmacode', 'alternative'] : ['gtin', 'pharmacode'];
  const shown = options && barcode ? [...options, ...besides] : options;
  const readOf = (field: string): ArrowRows['read'][number] =>
    /^deliverability\d$/.test(field)
      ? { days: field, areWeeks: field.replace('deliverability', 'deliverabilityWeek') }
      : field;
  const chosen = columns.filter(
    (column) => !shown || column.options?.every((option) => (shown as readonly string[]).includes(option)),
  );
  const written = chosen.map((column) => ({
    read: readOf(column.field),
    column: sheetColumn(column),
  }));
  if (barcode) {
    const { gtin, behind, instead, heading } = barcodeFields[barcode];
    const placeOf = (field: string) => chosen.findIndex((column) => column.field === field);
    const column: SheetColumn = {
      heading: translate(language, `workbook.analysis.${heading}`),
      meaning: translate(language, `workbook.meaning.${heading}`),
      kind: 'barcode',
      // Behind the name, and so before the Pharmacode.
      instead: placeOf(instead) + 1,
    };
    written.splice(placeOf(behind) + 1, 0, { read: gtin, column });
  }
  const withAlternative = !shown || shown.includes('alternative');
  const alternative = { alternative: { column: 'alternativeGTIN' } };
  written.push(marked('marks', withAlternative ? productMarks : { ...productMarks, ...alternative }));
  if (withAlternative) written.push(marked('marksOfAlternative', alternativeMarks));
  return { columns: written.map(({ column }) => column), read: written.map(({ read }) => read) };

  function sheetColumn({ field, heading, kind, options: on }: AnalysisColumn): SheetColumn {
    const figure = (productFigures as Partial<typeof productFigures>)[field as keyof typeof productFigures];
    const column: SheetColumn = {
      heading: translate(language, headingKey()),
      kind,
    };
    // What leaves room for the other columns on a page across.
    if (/productName$/i.test(field)) column.wide = NAME_CHARACTERS;
    if (figure) column.meaning = formulaInWords(language, figure.formula, words);
    if (field === 'origin') column.words = wordsOf(['original', 'generic', 'other'], 'workbook.origin');
    if (/^(sL|stockOut)\d$/.test(field)) column.words = yesOrNo(language);
    if (/^deliverability\d$/.test(field)) {
      column.expected = expectedTexts(language, todayInZurich());
    }
    return column;

    function headingKey(): string {
      if (on !== null) return `products.column.${heading}`;
      return isGrouping(heading) ? `groups.${heading}.chip` : `workbook.analysis.${heading}`;
    }
  }

  function wordsOf(values: readonly string[], key: string): Record<string, string> {
    return Object.fromEntries(values.map((value) => [value, translate(language, `${key}.${value}`)]));
  }

  function marked(heading: string, badges: Record<string, Omit<Mark, 'word'>>) {
    const read = Object.entries(badges).map(([badge, columns]) => ({
      ...columns,
      word: translate(language, `products.badge.${badge}.title`, words),
    }));
    const column = {
      heading: translate(language, `workbook.analysis.${heading}`),
      meaning: translate(language, `workbook.meaning.${heading}`),
      kind: 'text' as const,
    };
    return { read, column };
  }
}

export function yesOrNo(language: Language): Record<string, string> {
  return { true: translate(language, 'workbook.yes'), false: translate(language, 'workbook.no') };
}

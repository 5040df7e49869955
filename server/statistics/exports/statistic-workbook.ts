import { todayInZurich } from '#analytics/context.ts';
import type { AboutStatistic, ExportedSheet } from '#analytics/exports.ts';
import { productFigures } from '#analytics/views/product-figures.ts';
import type { Language } from '#shared/languages.ts';
import type { MemberHead } from '#shared/schemas/combined.ts';
import { expectedTexts } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissPeriod } from '../../platform/i18n/swiss.ts';
import {
  type ArrowRows,
  type CellKind,
  columnsSheet,
  pageFoot,
  type Sheet,
  type SheetColumn,
  type Workbook,
} from '../../workbooks/writing/workbook.ts';
import { formulaInWords, type Words } from '../views/formula-words.ts';
import { aboutSheet } from './about-sheet.ts';
import { yesOrNo } from './analysis-columns.ts';

/** Columns by their name in sql/exports, and what a cell holds. */
const kinds: Record<ExportedSheet, Readonly<Record<string, CellKind>>> = {
  daten: {
    gtin: 'text',
    pharmacode: 'text',
    description: 'text',
    manufacturer: 'text',
    molecule: 'text',
    atc: 'text',
    origin: 'text',
    pack_size_text: 'text',
    form: 'text',
    strength: 'text',
    category: 'text',
    sl: 'text',
    sb20: 'text',
    co_marketing: 'text',
    ex_factory_price: 'chf',
    public_price: 'chf',
    line_count: 'integer',
    quantity: 'integer',
    ex_factory_sum: 'chf',
    public_sum: 'chf',
    alternative_gtin: 'text',
    alternative_pharmacode: 'text',
    alternative_name: 'text',
    alternative_ex_factory_price: 'chf',
    pack_factor: 'factor',
    turnover_potential: 'chf',
    stocked_out: 'text',
    stockout_reported_on: 'date',
    stockout_expected_delivery: 'date',
  },
  stats: {
    member: 'text',
    row_number: 'integer',
    gtin_read: 'text',
    pharmacode_read: 'text',
    description_read: 'text',
    manufacturer_read: 'text',
    quantity_read: 'text',
    ex_factory_price_read: 'text',
    public_price_read: 'text',
    quantity: 'integer',
    matched_by: 'text',
    product_gtin: 'text',
    product_pharmacode: 'text',
    product_description: 'text',
    product_manufacturer: 'text',
  },
};

/** Figures that the product analysis has too, and how it explains them. */
const figures = {
  ex_factory_price: productFigures.efPreis1,
  public_price: productFigures.pPreis1,
  ex_factory_sum: productFigures.efPreisSum,
  public_sum: productFigures.pPreisSum,
  alternative_ex_factory_price: productFigures.efPreis2,
  pack_factor: productFigures.packFactor,
  turnover_potential: productFigures.turnoverPotential,
};

export type StatisticFile = {
  /** Arrow streams of sql/exports by sheet. */
  sheets: readonly { name: ExportedSheet; arrow: Uint8Array }[];
  /** Whether products that were not bought, and rows that match none, are in it. */
  all: boolean;
  /** Of a combined statistic, whose rows are theirs. */
  members?: readonly MemberHead[];
  signedIn: boolean;
  words: Words;
  made: Date;
};

/** A statistic as a workbook: the sheets `daten` and `stats` as they were asked for, then what they are about. */
export function statisticWorkbook(language: Language, about: AboutStatistic, file: StatisticFile): Workbook {
  const { words } = file;
  const title = translate(language, 'workbook.statistic.file');
  const lists = file.sheets.map(({ name, arrow }): Sheet => {
    const read = Object.keys(kinds[name]).filter(
      (column) => column !== 'member' || Boolean(file.members?.length),
    );
    const columns = read.map((column) => sheetColumn(name, column));
    return { name, columns, rows: { arrow, read: read.map(readOf) } };
  });
  const facts = aboutSheet(language, about, {
    title,
    further: [
      ...lists.map(({ name }) => [
        name,
        translate(language, `workbook.statistic.${name === 'daten' ? 'products' : 'lines'}`),
      ]),
      [
        translate(language, 'workbook.about.merge'),
        translate(language, `workbook.about.merge${file.all ? 1 : 0}`),
      ],
    ],
    signedIn: file.signedIn,
    made: file.made,
  });
  return {
    title: about.customer_name ? `${title} ${about.customer_name}` : title,
    author: words.provider,
    created: file.made.toISOString(),
    ...pageFoot(language),
    sheets: [...lists, facts, columnsSheet(language, lists)],
  };

  function sheetColumn(sheet: ExportedSheet, name: string): SheetColumn {
    const column: SheetColumn = {
      heading: translate(language, `workbook.${sheet}.${name}`, words),
      kind: kinds[sheet][name]!,
    };
    const meaning = meaningOf(sheet, name);
    if (meaning) column.meaning = meaning;
    if (name === EXPECTED) {
      const { past: _, ...texts } = expectedTexts(language, todayInZurich());
      column.expected = texts;
    }
    if (name === 'member') column.words = memberWords(file.members ?? []);
    if (name === 'origin') column.words = wordsOf(['original', 'generic', 'other'], 'origin');
    if (name === 'matched_by') column.words = wordsOf(['gtin', 'pharmacode', 'hand', 'none'], 'matchedBy');
    if (['sl', 'sb20', 'co_marketing', 'stocked_out'].includes(name)) column.words = yesOrNo(language);
    return column;
  }

  function meaningOf(sheet: ExportedSheet, name: string): string | undefined {
    const known = explained[sheet].includes(name);
    if (known) return translate(language, `workbook.${sheet}Meaning.${name}`);
    const figure = sheet === 'daten' ? figures[name as keyof typeof figures] : undefined;
    return figure && formulaInWords(language, figure.formula, words);
  }

  function wordsOf(values: readonly string[], key: string): Record<string, string> {
    return Object.fromEntries(
      values.map((value) => [value, translate(language, `workbook.${key}.${value}`)]),
    );
  }
}

/** By its place, which tells apart those of one customer and period. */
function memberWords(members: readonly MemberHead[]): Record<string, string> {
  return Object.fromEntries(
    members.map(({ position, customerName, ...period }) => [
      position,
      [`${position} ${customerName ?? ''}`.trim(), swissPeriod(period)].join(', '),
    ]),
  );
}

const EXPECTED = 'stockout_expected_delivery';

function readOf(column: string): ArrowRows['read'][number] {
  return column === EXPECTED ? { days: column, areWeeks: 'stockout_expected_week' } : column;
}

/** Columns with a meaning of their own. */
const explained: Record<ExportedSheet, readonly string[]> = {
  daten: ['line_count', 'quantity'],
  stats: ['member', 'row_number', 'quantity', 'matched_by', 'ex_factory_price_read', 'public_price_read'],
};

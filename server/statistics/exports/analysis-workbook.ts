import type { z } from 'zod';
import type { PooledConnection } from '#analytics/engine.ts';
import { type AboutStatistic, aboutStatistic, arrowStream } from '#analytics/exports.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { product, productTotals } from '#analytics/views/product.ts';
import { sameFilter } from '#analytics/views/product-filter.ts';
import type { ViewContext } from '#analytics/views/view.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';
import {
  columnsSheet,
  pageFoot,
  type Row,
  type Sheet,
  type Workbook,
} from '../../workbooks/writing/workbook.ts';
import { conditionsInWords, type Words, withGroupNames } from '../views/formula-words.ts';
import { aboutSheet } from './about-sheet.ts';
import { analysisColumns, type BarcodeSide, type ColumnOption } from './analysis-columns.ts';

type Parameters = z.infer<typeof product.parameters>;
type Totals = z.infer<typeof productTotals.row>;

export type AnalysisRows = { arrow: Uint8Array; totals: Totals; about: AboutStatistic };

/** Asks a connection that stands on a statistic what the file shows. */
export async function readAnalysis(
  connection: PooledConnection,
  parameters: Parameters,
  context: ViewContext,
): Promise<AnalysisRows> {
  const filters = productTotals.parameters.parse(sameFilter(parameters));
  const sums = encodeJson(await runView(connection, productTotals, filters, context), 'one');
  const about = await aboutStatistic(connection, parameters.focusGroup);
  const rows = await runView(connection, product, parameters, context);
  const totals = JSON.parse(new TextDecoder().decode(sums)) as Totals;
  return { arrow: arrowStream(rows, sqlFile(product.sql).version), totals, about };
}

export type AnalysisFile = {
  parameters: Parameters;
  /** Columns as the page shows them; null for all. */
  options: readonly ColumnOption[] | null;
  /** Whose EAN-13 each row has; null: none. */
  barcode: BarcodeSide | null;
  signedIn: boolean;
  words: Words;
  made: Date;
};

/** The product analysis as a workbook: what it is about, its rows, and what its columns mean. */
export function analysisWorkbook(language: Language, rows: AnalysisRows, file: AnalysisFile): Workbook {
  const { about, arrow } = rows;
  const title = translate(language, 'products.title');
  const { columns, read } = analysisColumns(language, file.words, file);
  const list: Sheet = { name: title, columns, rows: { arrow, read } };
  const facts = aboutSheet(language, about, {
    title,
    further: [...choices(language, rows, file), ...sums(language, rows)],
    signedIn: file.signedIn,
    made: file.made,
  });
  return {
    title: about.customer_name ? `${title} ${about.customer_name}` : title,
    author: file.words.provider,
    created: file.made.toISOString(),
    ...pageFoot(language),
    sheets: [facts, list, columnsSheet(language, [list])],
  };
}

/** Filters, one a line, and the order. */
function choices(language: Language, { about }: AnalysisRows, { parameters, words }: AnalysisFile): Row[] {
  const filter = withGroupNames(sameFilter(parameters), about.focus_groups);
  const conditions = conditionsInWords(language, filter, words);
  const label = translate(language, 'workbook.about.filters');
  const lines: Row[] = conditions.map((condition, index) => [index === 0 ? label : null, condition]);
  return [
    ...(lines.length > 0 ? lines : [[label, translate(language, 'workbook.about.noFilters')]]),
    [translate(language, 'filters.sort.label'), translate(language, `filters.sort.${parameters.sortBy}`)],
  ];
}

/** What stands below the list on the page. */
function sums(language: Language, { totals }: AnalysisRows): Row[] {
  const heading = (key: string) => translate(language, `products.column.${key}`);
  return [
    [translate(language, 'workbook.about.articles'), { kind: 'integer', value: totals.rowCount }],
    [heading('quantity'), { kind: 'integer', value: totals.qtySum1 }],
    [heading('exFactory'), { kind: 'chf', value: totals.efPreisSum }],
    [heading('public'), { kind: 'chf', value: totals.pPreisSum }],
    [heading('existing'), { kind: 'integer', value: totals.qtySum2 }],
    [heading('potential'), { kind: 'chf', value: totals.turnoverPotential }],
    [heading('gain'), { kind: 'chf', value: totals.customersGain }],
    [heading('publicDifference'), { kind: 'chf', value: totals.publicPriceDifference }],
    [heading('deductibleBefore'), { kind: 'chf', value: totals.deductibleBefore }],
    [heading('deductibleAfter'), { kind: 'chf', value: totals.deductibleAfter }],
    [heading('distributionShareBefore'), { kind: 'chf', value: totals.distributionShareBefore }],
    [heading('distributionShareAfter'), { kind: 'chf', value: totals.distributionShareAfter }],
  ];
}

import type { Context } from 'koa';
import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import { aboutStatistic, exportedRows, exportedSheets } from '#analytics/exports.ts';
import { product } from '#analytics/views/product.ts';
import { text } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { type MadeFile, sendMadeFile, XLSX } from '../../http/send-file.ts';
import { fileName, periodInName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { type MakeOptions, makeWorkbook, turnsToMake } from '../../workbooks/writing/make-workbook.ts';
import { memberHeads } from '../combined/combined-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { findOrderedStatistic } from '../statistic-queries.ts';
import {
  onCurrentRevisions,
  type StatisticTables,
  tablesOfStatistic,
  viewContext,
} from '../views/view-tables.ts';
import { barcodeSides, columnOptions } from './analysis-columns.ts';
import { analysisWorkbook, readAnalysis } from './analysis-workbook.ts';
import { statisticWorkbook } from './statistic-workbook.ts';
import { makeVisit } from './visit/make-visit.ts';
import { readVisit, VISIT_FILE, visitWorkbook, XLSM } from './visit/visit-workbook.ts';

const link = z.object({ id: text() });
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const list = (value: unknown) => (Array.isArray(value) ? value : [value]);

const { limit: _limit, offset: _offset, ...filters } = product.parameters.shape;

const analysisQuery = z.strictObject({
  ...filters,
  barcode: flag.default(false).describe('with an EAN-13 per row'),
  barcodeOf: z
    .enum(barcodeSides)
    .default('alternative')
    .describe('whose EAN-13: of our alternative, none where there is none, or of the article itself'),
  columns: z
    .preprocess(
      (value) => (value === 'none' ? [] : list(value)),
      z.array(z.enum(columnOptions)).max(columnOptions.length),
    )
    .optional()
    .describe('columns beside name and potential, the key repeated, or none; all that there are when absent'),
});

const statisticQuery = z.strictObject({
  sheets: z
    .preprocess(list, z.array(z.enum(exportedSheets)).min(1).max(exportedSheets.length))
    .default([...exportedSheets])
    .describe('daten: products; stats: rows of the uploaded file; both when absent'),
  merge: z
    .enum(['0', '1'])
    .default('1')
    .describe('0: only matching products and rows; 1: all products and rows'),
});

const { inTurn } = turnsToMake();

type MadeInTurn = Omit<MadeFile, 'make'> & {
  make(tables: StatisticTables, options: MakeOptions): Promise<Uint8Array>;
};

/** What a dashboard shows as workbooks; for everyone with the link. */
export function statisticExportRoutes(dependencies: Dependencies): Route[] {
  const { pool, settings, usage, visitTemplate } = dependencies;
  const wordsNow = async () => {
    const { provider, deductibleRate } = await settings();
    return { provider: provider.name, rate: deductibleRate };
  };
  /** Sends a workbook that is read and written when it is its turn, of what there is by then. */
  const sendInTurn = (ctx: Context, directLinkId: string, { make, ...file }: MadeInTurn) =>
    sendMadeFile(ctx, {
      ...file,
      make: (options) =>
        inTurn(
          () =>
            onCurrentRevisions(dependencies.currentRevisions, async (revisions) =>
              make(await tablesOfStatistic(dependencies, directLinkId, Promise.resolve(revisions)), options),
            ),
          options.signal,
        ),
    });
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/download-excel',
      summary:
        'The product analysis as .xlsx, with its filters, order and columns; its name in report-file-name.',
      access: 'everyone',
      costs: 'export',
      params: link,
      objects: { id: 'link' },
      query: analysisQuery,
      async handle(ctx, { params, query, found, user }) {
        const { barcode, barcodeOf, columns: options = null, ...chosen } = query;
        const parameters = { ...chosen, limit: null, offset: null };
        const language = languageOf(ctx);
        const [context, words] = await Promise.all([viewContext(dependencies, languageOf(ctx)), wordsNow()]);
        const statisticId = found.id.id;
        await sendInTurn(ctx, params.id, {
          name: await nameOf(
            statisticId,
            language,
            barcode ? 'workbook.analysis.fileWithBarcode' : 'workbook.analysis.file',
          ),
          type: XLSX,
          onMade: () => usage.count('analysis', user, statisticId),
          async make(tables, options_) {
            const rows = await tables.use(
              (connection) => readAnalysis(connection, parameters, context),
              options_.signal,
              'bulk',
            );
            const file = {
              parameters,
              options,
              barcode: barcode ? barcodeOf : null,
              signedIn: Boolean(user),
              words,
              made: now(),
            };
            return makeWorkbook(analysisWorkbook(language, rows, file), options_);
          },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/excel',
      summary:
        'The statistic as .xlsx: products with what was bought of them, and the rows of the uploaded file with what each matched.',
      access: 'everyone',
      costs: 'export',
      params: link,
      objects: { id: 'link' },
      query: statisticQuery,
      async handle(ctx, { params, query, found, user }) {
        const all = query.merge === '1';
        const names = exportedSheets.filter((name) => query.sheets.includes(name));
        const language = languageOf(ctx);
        const words = await wordsNow();
        const statisticId = found.id.id;
        const members = await memberHeads(pool, statisticId);
        await sendInTurn(ctx, params.id, {
          name: await nameOf(statisticId, language, 'workbook.statistic.file'),
          type: XLSX,
          onMade: () => usage.count('statistic', user, statisticId),
          async make(tables, options) {
            const use = names.includes('stats') ? tables.useLines : tables.use;
            const { about, sheets } = await use(
              async (connection) => {
                const about = await aboutStatistic(connection);
                const sheets = [];
                for (const name of names)
                  sheets.push({ name, arrow: await exportedRows(connection, name, all) });
                return { about, sheets };
              },
              options.signal,
              'bulk',
            );
            const file = { sheets, all, members, signedIn: Boolean(user), words, made: now() };
            return makeWorkbook(statisticWorkbook(language, about, file), options);
          },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/download',
      summary:
        'The workbook for a visit as .xlsm: what the dashboard shows, with charts, an order sheet and macros for comfort.',
      access: 'everyone',
      costs: 'export',
      params: link,
      objects: { id: 'link' },
      async handle(ctx, { params, found, user }) {
        const language = languageOf(ctx);
        const context = await viewContext(dependencies, languageOf(ctx));
        await sendInTurn(ctx, params.id, {
          name: VISIT_FILE,
          type: XLSM,
          onMade: () => usage.count('visit', user, found.id.id),
          async make(tables, { signal }) {
            const rows = await tables.use((connection) => readVisit(connection, context), signal, 'bulk');
            const uploaded = await visitTemplate();
            const template = uploaded && { template: new Uint8Array(uploaded) };
            return makeVisit({ ...visitWorkbook(language, rows, context.today), ...template }, signal);
          },
        });
      },
    }),
  ];

  async function nameOf(statistic: number, language: Language, word: string): Promise<string> {
    const { customerName, ...months } = await findOrderedStatistic(pool, statistic);
    return fileName('xlsx', translate(language, word), customerName, periodInName(months));
  }
}

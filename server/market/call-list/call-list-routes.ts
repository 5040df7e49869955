import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { customerCounts, customersOfProduct, namedProduct as findProduct } from '#analytics/customers.ts';
import { digits, gtin } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import {
  type CallListAnswer,
  callListAnswer,
  customerCount,
  customerOfProduct,
  namedProduct,
} from '#shared/schemas/portfolio-customers.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile, XLSX } from '../../http/send-file.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { tablesOfMarket } from '../../statistics/views/view-tables.ts';
import { swissCsv } from '../../workbooks/csv.ts';
import { type MakeOptions, makeWorkbook, turnsToMake } from '../../workbooks/writing/make-workbook.ts';
import { columnsSheet, pageFoot, type Sheet } from '../../workbooks/writing/workbook.ts';
import type { Dependencies } from '../dependencies.ts';
import { readCallList } from './call-list.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';
import { customerHeads } from './customer-statistic-queries.ts';

const page = {
  limit: digits(1, 500).default(25),
  offset: digits(0, 1_000_000).default(0),
};

/** Most customers in a download. */
const downloaded = { limit: digits(1, 2000).default(1000), offset: digits(0, 1_000_000).default(0) };

const { inTurn } = turnsToMake();

/** The caller's customers and what each of them misses, by the newest accessible statistic per customer. */
export function portfolioCustomerRoutes(dependencies: Dependencies): Route[] {
  const { pool, settings, askCustomers: ask, usage } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/portfolio/customer-counts',
      summary:
        'How many of the caller’s customers buy each product that is missing or back, or each that is named.',
      access: 'signedIn',
      query: z.strictObject({
        gtin: z
          .preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(gtin).max(1000))
          .default([]),
      }),
      answer: z.array(customerCount),
      handle(ctx, { query: { gtin: gtins }, user }) {
        const today = todayInZurich();
        return ask(
          { user, gtins, today },
          (connection, mine) => customerCounts(connection, mine, gtins, today),
          clientGone(ctx),
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/portfolio/customers',
      summary: 'The caller’s customers who buy a product; x-has-next-page tells whether more follow.',
      access: 'signedIn',
      query: z.strictObject({ gtin, ...page }),
      answer: z.array(customerOfProduct),
      async handle(ctx, { query: { gtin: asked, limit, offset }, user }) {
        const rows = await ask(
          { user, gtins: [asked], today: todayInZurich() },
          (connection, mine, version) => {
            ctx.set('x-data-version', version);
            return customersOfProduct(connection, mine, asked, { limit: limit + 1, offset });
          },
          clientGone(ctx),
        );
        ctx.set('x-has-next-page', String(rows.length > limit));
        const shown = rows.slice(0, limit);
        const heads = await customerHeads(
          pool,
          shown.map(({ statistic }) => statistic),
        );
        return shown.flatMap(({ statistic, ...figures }) => {
          const head = heads.get(statistic);
          return head ? [{ ...head, ...figures }] : [];
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/portfolio/product',
      summary: 'What the catalogue calls a product.',
      access: 'signedIn',
      query: z.strictObject({ gtin }),
      answer: namedProduct,
      async handle(ctx, { query: { gtin: asked } }) {
        const { use } = await tablesOfMarket(dependencies);
        const found = await use((connection) => findProduct(connection, asked), clientGone(ctx));
        return found ?? { gtin: asked, productName: null, manufacturer: null };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/portfolio/call-list',
      summary: 'The caller’s customers by what could be delivered instead of what they now miss.',
      access: 'signedIn',
      query: z.strictObject(page),
      answer: callListAnswer,
      async handle(ctx, { query, user }) {
        const asked = { user, today: todayInZurich(), ...query };
        const { list, version } = await readCallList(dependencies, asked, clientGone(ctx));
        ctx.set('x-data-version', version);
        return list;
      },
    }),
    ...(['excel', 'csv'] as const).map((form) =>
      defineRoute({
        method: 'get',
        path: `/api/portfolio/call-list/${form}`,
        summary: `The call list as ${form === 'csv' ? 'CSV' : '.xlsx'}: one line per customer and product.`,
        access: 'signedIn',
        costs: 'export',
        query: z.strictObject(downloaded),
        async handle(ctx, { query, user }) {
          const today = todayInZurich();
          const signal = clientGone(ctx);
          const language = languageOf(ctx);
          const excel = form === 'excel';
          const author = (await settings()).provider.name;
          const bytes = await inTurn(async () => {
            const { list } = await readCallList(dependencies, { user, today, ...query }, signal);
            return excel ? callListWorkbook(list, language, { author, signal }) : callListCsv(list, language);
          }, signal);
          usage.count('call-list', user);
          sendFile(ctx, {
            type: excel ? XLSX : 'text/csv; charset=utf-8',
            bytes,
            saveAs: fileName(excel ? 'xlsx' : 'csv', translate(language, 'callList.file'), today),
          });
        },
      }),
    ),
  ];
}

/** The call list as CSV. */
function callListCsv(list: CallListAnswer, language: Language): Uint8Array {
  return swissCsv([
    callListSheetColumns(language).map(({ heading }) => heading),
    ...callListLines(list, language),
  ]);
}

/** The call list as .xlsx, by `author`; ends as makeWorkbook does when `signal` fires. */
export function callListWorkbook(
  list: CallListAnswer,
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const sheet: Sheet = {
    name: translate(language, 'callList.sheet'),
    columns: callListSheetColumns(language),
    rows: [...callListLines(list, language)],
  };
  return makeWorkbook(
    {
      title: sheet.name,
      author,
      created: now().toISOString(),
      ...pageFoot(language),
      sheets: [sheet, columnsSheet(language, [sheet])],
    },
    options,
  );
}

import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import type { Language } from '#shared/languages.ts';
import { type BroughtOf, broughtOf } from '#shared/schemas/customer-page.ts';
import {
  teamBrought as broughtAnswer,
  type Team,
  type TeamBrought,
  type TeamFigures,
  team,
} from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../accounts/user-queries.ts';
import { languageOf } from '../http/answer-errors.ts';
import { clientGone } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendFile, XLSX } from '../http/send-file.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { forbidden } from '../platform/errors.ts';
import { fileName, periodInName } from '../platform/i18n/file-name.ts';
import { translate } from '../platform/i18n/messages.ts';
import { swissPeriod } from '../platform/i18n/swiss.ts';
import { figuresVersion } from '../statistics/statistic-metrics.ts';
import { makeWorkbook, turnsToMake } from '../workbooks/writing/make-workbook.ts';
import {
  aboutPage,
  type CellKind,
  columnsSheet,
  pageFoot,
  type Sheet,
  type SheetColumn,
  type Workbook,
} from '../workbooks/writing/workbook.ts';
import { outcomeCells, outcomeColumns } from './order-outcome.ts';
import {
  type People,
  type Span,
  type TeamProduct,
  teamBrought,
  teamFigures,
  teamProducts,
} from './team-queries.ts';

const month = z
  .string()
  .max(7)
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM');
const query = z.strictObject({ from: month.describe('first month'), to: month.describe('last month') });

/** Most customers with outcomes on the page; the workbook has all. */
const MOST_BROUGHT = 500;

/** Most rows of ordered products, and of proposed ones, in a workbook. */
const MOST_PRODUCTS = 50_000;

const who =
  'for whoever others report to or is in the place of somebody, of these and themselves; full data access and administrators: of everybody';

const { inTurn } = turnsToMake();

/** Activity of representatives, for their managers and replacements. */
export function teamRoutes({
  pool,
  usage,
  settings,
  currentRevisions,
  answerVersion,
}: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/team',
      summary: `Uploads, customers, orders, what these brought and openings by representative and month of Zurich, ${who}.`,
      access: 'signedIn',
      query,
      answer: team,
      handle: async (_ctx, { query: span, user }) => teamOf(await peopleOf(user), span),
    }),
    defineRoute({
      method: 'get',
      path: '/api/team/brought',
      summary: `The last order of each customer of which their newest statistic tells, or the last scenario, and what it brought, the ${MOST_BROUGHT} that turn over most, ${who}.`,
      access: 'signedIn',
      query: query.extend({ of: broughtOf.default('orders') }),
      answer: z.array(broughtAnswer),
      handle: async (_ctx, { query: { of, ...span }, user }) =>
        teamBrought(pool, await peopleOf(user), span, of, MOST_BROUGHT),
    }),
    defineRoute({
      method: 'get',
      path: '/api/team/excel',
      summary: `The same as .xlsx, ${who}.`,
      access: 'signedIn',
      costs: 'export',
      query,
      async handle(ctx, { query: span, user }) {
        const people = await peopleOf(user);
        const lastOf = async (of: BroughtOf) => ({
          brought: await teamBrought(pool, people, span, of, null),
          products: await teamProducts(pool, people, span, of, MOST_PRODUCTS + 1),
        });
        const language = languageOf(ctx);
        const author = (await settings()).provider.name;
        const signal = clientGone(ctx);
        sendFile(ctx, {
          type: XLSX,
          bytes: await inTurn(async () => {
            const found = await teamOf(people, span);
            const last = { orders: await lastOf('orders'), scenarios: await lastOf('scenarios') };
            return makeWorkbook(teamWorkbook(language, { ...found, last }, span, author), { signal });
          }, signal),
          saveAs: fileName('xlsx', translate(language, 'team.title'), periodInName(monthsOf(span))),
        });
      },
    }),
  ];

  async function teamOf(people: People, span: Span): Promise<Team> {
    await usage.write();
    return teamFigures(pool, people, span);
  }

  /** @throws AppError 403 for users without reports; 409 while no catalogue is published */
  async function peopleOf(user: User): Promise<People> {
    const [of, revisions] = await Promise.all([visibleUploaderIds(pool, user), currentRevisions()]);
    if (of?.length === 1) throw forbidden();
    return { of, user, version: figuresVersion(answerVersion, revisions) };
  }
}

const columns = [
  ['uploads', 'integer'],
  ['customers', 'integer'],
  ['potentialPerMonth', 'chf'],
  ['notDeliverable', 'integer'],
  ['notDeliverableReplaceable', 'integer'],
  ['orders', 'integer'],
  ['ordersSent', 'integer'],
  ['orderValue', 'chf'],
  ['orderedProducts', 'integer'],
  ['boughtProducts', 'integer'],
  ['competitorProducts', 'integer'],
  ['turnoverPerYear', 'chf'],
  ['openings', 'integer'],
] as const satisfies readonly (readonly [keyof TeamFigures, CellKind])[];

const broughtColumns: readonly (keyof TeamFigures & keyof TeamBrought)[] = [
  'boughtProducts',
  'competitorProducts',
  'turnoverPerYear',
];

/**
 * Sheets by representative, by month, by customer (outcome of the last order and scenario, with products), facts, and
 * meanings of columns.
 */
export function teamWorkbook(
  language: Language,
  {
    representatives,
    totals,
    current,
    last,
  }: Team & {
    last: Record<BroughtOf, { brought: readonly TeamBrought[]; products: readonly TeamProduct[] }>;
  },
  span: Span,
  author: string,
): Workbook {
  const word = (key: string) => translate(language, `team.${key}`);
  const figures: SheetColumn[] = columns.map(([key, kind]) => ({
    heading: word(`column.${key}`),
    kind,
    meaning: word(`meaning.${key}`),
  }));
  const cells = (row: TeamFigures) => columns.map(([key]) => row[key]);
  const representative: SheetColumn = { heading: word('column.representative'), kind: 'text' };
  const nameOf = ({ name }: { name: string | null }) => name ?? word('nobody');
  const lastSheets = (of: BroughtOf): [Sheet, Sheet] => {
    const broughtWord = (key: string) => translate(language, `customer.brought.${key}`);
    const whose: SheetColumn[] = [
      representative,
      { heading: word('column.customer'), kind: 'text' },
      { heading: word('column.customerNumber'), kind: 'text' },
      { heading: word(`last.${of}.made`), kind: of === 'orders' ? 'integer' : 'text' },
      { heading: word('column.month'), kind: 'date' },
    ];
    const whoseCells = (row: TeamBrought | TeamProduct) => [
      row.representative ?? word('nobody'),
      row.customerName,
      row.customerExternalId,
      of === 'orders' ? row.id : row.name,
      `${row.month}-01`,
    ];
    const sums: Sheet = {
      name: word(`last.${of}.sheet`),
      columns: [
        ...whose,
        { heading: broughtWord(`${of}.column.ordered`), kind: 'integer' },
        ...figures.filter((_, place) => broughtColumns.some((key) => key === columns[place]![0])),
      ],
      rows: last[of].brought.map((row) => [
        ...whoseCells(row),
        row.orderedProducts,
        ...broughtColumns.map((key) => row[key]),
      ]),
    };
    const products: Sheet = {
      name: broughtWord(`${of}.products`),
      columns: [
        ...whose,
        { heading: broughtWord('column.product'), kind: 'text' },
        { heading: 'GTIN', kind: 'text' },
        { heading: broughtWord(`${of}.column.packsOrdered`), kind: 'integer' },
        ...outcomeColumns(language),
      ],
      rows: last[of].products
        .slice(0, MOST_PRODUCTS)
        .map((row) => [
          ...whoseCells(row),
          row.productDescription,
          row.gtin,
          row.packsOrdered,
          ...outcomeCells(row),
        ]),
    };
    return [sums, products];
  };
  const orders = lastSheets('orders');
  const lists: Sheet[] = [
    {
      name: word('sheet.representatives'),
      columns: [representative, ...figures],
      rows: representatives.map((each) => [nameOf(each), ...cells(each)]),
      totals: [word('total'), ...cells(totals)],
    },
    {
      name: word('sheet.months'),
      columns: [representative, { heading: word('column.month'), kind: 'date' }, ...figures],
      rows: representatives.flatMap((each) =>
        each.months.map((of) => [nameOf(each), `${of.month}-01`, ...cells(of)]),
      ),
    },
    ...orders,
    ...lastSheets('scenarios'),
  ];
  const about = aboutPage(
    language,
    word('title'),
    [
      [word('period'), swissPeriod(monthsOf(span))],
      [translate(language, 'reports.about.contents'), word('intro')],
      ...(current ? [] : [[null, word('reckoned')]]),
      ...(broughtOf.options.some((of) => last[of].products.length > MOST_PRODUCTS)
        ? [[null, translate(language, 'team.mostProducts', { rows: MOST_PRODUCTS })]]
        : []),
    ],
    now(),
  );
  return {
    title: word('title'),
    author,
    created: now().toISOString(),
    ...pageFoot(language),
    sheets: [...lists, about, columnsSheet(language, [lists[0]!, orders[1]])],
  };
}

function monthsOf({ from, to }: Span) {
  const [yearFrom, monthFrom] = from.split('-').map(Number) as [number, number];
  const [yearTo, monthTo] = to.split('-').map(Number) as [number, number];
  return { timeMonthFrom: monthFrom, timeYearFrom: yearFrom, timeMonthTo: monthTo, timeYearTo: yearTo };
}

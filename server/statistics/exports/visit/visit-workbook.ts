import type { PooledConnection } from '#analytics/engine.ts';
import { type AboutStatistic, aboutStatistic, arrowStream } from '#analytics/exports.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { atc } from '#analytics/views/atc.ts';
import { cart } from '#analytics/views/cart.ts';
import { duplicateProducts } from '#analytics/views/duplicate-products.ts';
import { manufacturers } from '#analytics/views/manufacturers.ts';
import { molecule } from '#analytics/views/molecule.ts';
import { product } from '#analytics/views/product.ts';
import { summary } from '#analytics/views/summary.ts';
import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import type { Language } from '#shared/languages.ts';
import { translations } from '../../../platform/i18n/messages.ts';
import type { Cell } from '../../../workbooks/writing/workbook.ts';
import { period } from '../about-sheet.ts';
import { type VisitTableName, visitFigures, visitOrigins, visitText } from './layout.ts';

/** The view behind each table, and its parameters where the defaults are not meant. */
const sources: Record<VisitTableName, { view: View; parameters?: Record<string, unknown> }> = {
  Products: { view: product },
  AtcGroups: { view: atc, parameters: { sortBy: 'efPreisSum' } },
  Manufacturers: { view: manufacturers, parameters: { sortBy: 'efPreisSum' } },
  Molecules: { view: molecule, parameters: { sortBy: 'efPreisSum' } },
  Duplicates: { view: duplicateProducts },
  Potential: { view: turnoverPotentialView, parameters: { groupField: 'molecule' } },
  Proposal: { view: cart },
};

type VisitRows = {
  about: AboutStatistic;
  summary: Record<string, string | number | null>;
  /** Arrow streams by table. */
  tables: Record<VisitTableName, Uint8Array>;
};

/** What the worker that fills a template is sent: values of named cells, and rows by table. */
export type VisitWorkbook = {
  language: Language;
  cells: Record<string, Cell>;
  tables: VisitRows['tables'];
  /** By field, what stands for a value; that of '' where an article is missing and nothing is said. */
  words: Record<string, Record<string, string>>;
};

/** The figures of a statistic as the cells and tables of the workbook for visits. */
export function visitWorkbook(
  language: Language,
  { about, summary, tables }: VisitRows,
  today: string,
): VisitWorkbook {
  return {
    language,
    tables,
    cells: {
      ...facts(about, today),
      ...figures(summary),
      orderCustomer: about.customer_name,
      orderPeriod: period(about),
      orderPacks: 0,
      orderTotal: 0,
    },
    words: {
      atcCategory: Object.fromEntries(
        Object.entries(translations[language].atc as Record<string, string>).map(([code, name]) => [
          code,
          `${code} – ${name}`,
        ]),
      ),
      deliverability1: { '': visitText(language, 'noDeliveryDay') },
      origin: Object.fromEntries(
        ['original', 'generic', 'other'].map((origin) => [origin, visitText(language, `origin.${origin}`)]),
      ),
    },
  };
}

/** The name of the downloaded file. */
export const VISIT_FILE = 'file.xlsm';
export const XLSM = 'application/vnd.ms-excel.sheet.macroEnabled.12';

function facts(about: AboutStatistic, today: string): Record<string, Cell> {
  return {
    customerName: about.customer_name,
    period: period(about),
    priceDate: about.price_date,
    catalogueRevision: String(about.catalogue_revision),
    stockoutDate: about.stockout_date,
    createdOn: today,
  };
}

/** Of which figure another one is a share, both exact: the summary's own percentages are whole ones. */
const shares: Record<string, [of: string, all: readonly string[]]> = {
  genericQuota: ['turnoverGenericum', ['turnoverTotal']],
  genericPenetration: ['totalGenericQty', ['totalGenericQty', 'totalOriginalQty']],
};

/** Percentages as shares, rounded only by how they are shown; – where there is nothing to divide by. */
function figures(summary: VisitRows['summary']): Record<string, Cell> {
  const numberOf = (name: string) => Number(summary[name] ?? 0);
  return Object.fromEntries(
    [...visitOrigins, ...visitFigures.map(({ name }) => name)].map((name) => {
      const share = shares[name];
      if (!share) return [name, summary[name] ?? null];
      const [of, parts] = share;
      const all = parts.reduce((sum, part) => sum + numberOf(part), 0);
      return [name, all === 0 ? '–' : numberOf(of) / all];
    }),
  );
}

/** Asks a connection that stands on a statistic what the workbook for visits shows: the dashboard's figures, unfiltered. */
export async function readVisit(connection: PooledConnection, context: ViewContext): Promise<VisitRows> {
  const about = await aboutStatistic(connection);
  const figures = await runView(connection, summary, summary.parameters.parse({}), context);
  const tables: Partial<VisitRows['tables']> = {};
  for (const [table, { view, parameters = {} }] of Object.entries(sources)) {
    const rows = await runView(connection, view, view.parameters.parse(parameters), context);
    tables[table as VisitTableName] = arrowStream(rows, sqlFile(view.sql).version);
  }
  return {
    about,
    summary: JSON.parse(new TextDecoder().decode(encodeJson(figures, 'one'))),
    tables: tables as VisitRows['tables'],
  };
}

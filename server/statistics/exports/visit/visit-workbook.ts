import type { AboutStatistic } from '#analytics/exports.ts';
import type { Language } from '#shared/languages.ts';
import { translations } from '../../../platform/i18n/messages.ts';
import type { Cell } from '../../../workbooks/writing/workbook.ts';
import { period } from '../about-sheet.ts';
import { visitFigures, visitOrigins, visitText } from './layout.ts';
import type { VisitRows } from './visit-rows.ts';

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

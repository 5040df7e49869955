import { standardContext } from '#analytics/context.ts';
import type { Question } from '../../views/questions.ts';
import { filledIn } from '../../views/rivals/sql-questions.ts';

/** A question in SQL. */
export type SqlAnswer = { sql: string; columns: readonly string[] };

/** The question as PostgreSQL answers it. Throws on a view or parameter that nobody wrote it for. */
export function sqlAnswer(question: Question): SqlAnswer {
  const { view, parameters } = question;
  const write = statements[view.name];
  const rest = { ...parameters };
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || (Array.isArray(value) && value.length === 0)) delete rest[name];
  }
  if (!write) throw new Error(`${view.name} is not written for PostgreSQL.`);
  const sql = write(rest, Object.keys(view.row.shape));
  return { sql, columns: Object.keys(view.row.shape) };
}

type Given = Record<string, unknown>;

const statements: Record<string, (given: Given, columns: readonly string[]) => string> = {
  portfolio: (given, columns) =>
    stockoutRows(given, columns, {
      manufacturer: '"stockOutCount" desc, manufacturer_id nulls last, name_order',
      turnoverPotential: '"turnoverPotential" desc nulls last, name_order',
    }),
  'portfolio/totals': (given) => file('stockout-totals', { missing: missing(given) }),
  'portfolio/summary': ({ sortBy, ...given }) => {
    if (sortBy === 'productName') throw new Error('The order by name is not written for PostgreSQL.');
    return file('portfolio-summary', onlySince(given));
  },
  'portfolio/summary/totals': (given) => file('portfolio-summary-totals', onlySince(given)),
  'portfolio/competitor': (given, columns) =>
    file('stockout-rows', {
      missing: missing(given, 'true'),
      columns: columns.map(quoted).join(', '),
      order: 'name_order, place',
    }),
  'portfolio/competitor/totals': (given) => file('portfolio-competitor-totals', onlySince(given)),
  'portfolio/full': (given, columns) =>
    stockoutRows(given, columns, {
      potentialPerCompetitor:
        '"manufacturerPotential" desc nulls last, manufacturer_id nulls last, "turnoverPotential" desc nulls last, name_order',
    }),
  'portfolio/full/totals': (given) => file('stockout-totals', { missing: missing(given) }),
  'portfolio/back-in-stock': ({ sortBy, ...given }) => {
    if (sortBy !== 'date') throw new Error('Only the order by date is written for PostgreSQL.');
    return file('portfolio-back-in-stock', { returned: returned(given) });
  },
  'portfolio/back-in-stock/totals': (given) =>
    file('portfolio-back-in-stock-totals', { returned: returned(given) }),
  'portfolio/list/molecules': () => file('portfolio-list', { group: 'molecule_id', names: 'molecules' }),
  'portfolio/list/atc': () => file('portfolio-list-atc', {}),
  'portfolio/list/manufacturers': () =>
    file('portfolio-list', { group: 'manufacturer_id', names: 'manufacturers' }),
  'portfolio/episodes': ({ gtin }) => file('portfolio-episodes', { gtin: literal(gtin) }),
  'portfolio/deliveries': ({ gtin }) => file('portfolio-deliveries', { gtin: literal(gtin) }),
  'stockoutstat/PROVIDER': () => file('stockoutstat', { days: 'days_of_provider' }),
  'stockoutstat/GENERICA': () => file('stockoutstat', { days: 'days_of_generics' }),
  'stockoutstat/day': ({ series, date }) => {
    if (date !== undefined) throw new Error('Only the newest day is written for PostgreSQL.');
    return file('stockoutstat-day', { series: counted(series) });
  },
  'stockoutstat/open': ({ series, date }) => {
    if (date !== undefined) throw new Error('Only the newest day is written for PostgreSQL.');
    return file('stockoutstat-open', { series: counted(series) });
  },
};

/** The products of a series. */
function counted(series: unknown): string {
  return series === 'PROVIDER' ? 'p.provider' : "p.origin = 'generic'";
}

/** Columns that are reckoned over all rows of a manufacturer. */
const overManufacturers: Record<string, string> = {
  stockOutCount: 'count(*) over makers',
  manufacturerCount: 'count(*) over makers',
  manufacturerQty: 'sum("qty") over makers',
  manufacturerPotential: 'coalesce(sum("turnoverPotential") over makers, 0)',
};

function stockoutRows({ sortBy, ...given }: Given, columns: readonly string[], orders: Given): string {
  const order = orders[String(sortBy)];
  if (order === undefined) throw new Error(`The order by ${sortBy} is not written for PostgreSQL.`);
  const own = columns.map((column) => {
    const sum = overManufacturers[column];
    return sum ? `${sum} as ${quoted(column)}` : quoted(column);
  });
  const inner = `select ${own.join(', ')}, name_order, manufacturer_id from missing window makers as (partition by manufacturer_id)`;
  return `${missing(given)} select ${columns.map(quoted).join(', ')} from (${inner}) shown order by ${order}`;
}

function missing({ stockOutSince, ...given }: Given, ranks = 'coalesce(ranked.place, 1) = 1'): string {
  const { today, newStockoutDays } = standardContext();
  return file('missing', {
    since: since(stockOutSince, 6),
    ranks,
    filter: filter(given),
    today: `date ${literal(today)}`,
    newStockoutDays: String(newStockoutDays),
  });
}

function returned({ date, ...given }: Given): string {
  refuse(given);
  return file('returned', { since: since(date, 4) });
}

function onlySince({ stockOutSince, ...given }: Given): Record<string, string> {
  refuse(given);
  return { since: since(stockOutSince, 6) };
}

/** The day asked for, or the one so many months before today. */
function since(day: unknown, months: number): string {
  if (day !== undefined) return `date ${literal(day)}`;
  return `(date ${literal(standardContext().todayUtc)} - interval '${months} months')::date`;
}

const conditions: Record<string, string> = {
  match: 'a.id is not null',
  generika: "p.origin = 'generic'",
};

function filter({ general, type, ...given }: Given): string {
  refuse(given);
  const chosen = [general ?? [], type ?? []].flat().map((choice) => conditions[String(choice)]);
  if (chosen.includes(undefined)) throw new Error('A choice is not written for PostgreSQL.');
  return ['true', ...chosen].join(' and ');
}

function refuse(given: Given): void {
  const names = Object.keys(given);
  if (names.length > 0) throw new Error(`Not written for PostgreSQL: ${names.join(', ')}.`);
}

function file(name: string, names: Record<string, string>): string {
  return filledIn(new URL(`./sql/${name}.sql`, import.meta.url), names);
}

const literal = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
const quoted = (name: string) => `"${name}"`;

import { z } from 'zod';
import { allowed, parameterList } from '#analytics/cli/parameter-list.ts';
import { sqlFile } from '#analytics/sql.ts';
import { tables } from '#analytics/tables.ts';
import { views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import { openWorld } from '#tests/support/world.ts';

const begin = '<!-- written by npm run docs: begin -->';
const end = '<!-- written by npm run docs: end -->';

/** `page` with the section between its markers replaced by what the code says now. */
export async function withSqlReference(page: string): Promise<string> {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page lacks ${begin} and ${end}.`);
  return `${page.slice(0, from + begin.length)}\n\n${await sqlReference()}\n${page.slice(to)}`;
}

/** Tables and views of the SQL files as Markdown. */
async function sqlReference(): Promise<string> {
  const types = await columnTypes();
  return [
    '## Tables',
    ...tables.map(({ name, description, columns }) => {
      const rows = Object.entries(columns).map(([column, meaning]) => [
        `\`${column}\``,
        types.get(`${name}.${column}`) ?? '?',
        meaning,
      ]);
      return `### ${name}\n\n${description}\n\n${table(['Column', 'Type', 'Meaning'], rows)}`;
    }),
    '## Files of the dashboards',
    ...views.map(describeView),
    '',
  ].join('\n\n');
}

/** DuckDB's type of every column of an open statistic, by `table.column`. */
export async function columnTypes(): Promise<Map<string, string>> {
  const world = await openWorld({ products: [], lines: [] });
  try {
    const rows = await world.sql(
      `select table_name || '.' || column_name as name, regexp_replace(data_type, '^ENUM.*', 'ENUM') as type
       from duckdb_columns() where list_contains(string_split(current_setting('search_path'), ','), schema_name)`,
    );
    return new Map(rows.map(({ name, type }) => [String(name), String(type)]));
  } finally {
    await world.close();
  }
}

function describeView(view: View): string {
  const { text } = sqlFile(view.sql);
  const parts = [
    `### ${view.name}`,
    `\`sql/${view.sql}\` · ${view.cardinality === 'one' ? 'one row' : 'any number of rows'}`,
    sentences(text),
  ];
  const parameters = parameterList(view).map((parameter) => [
    `\`${parameter.name}\`${parameter.list ? ' (list)' : ''}`,
    allowed(parameter),
    parameter.standard ?? 'has to be given',
    parameter.description,
  ]);
  if (parameters.length > 0) parts.push(table(['Parameter', 'Allowed', 'Default', 'Meaning'], parameters));
  if (view.context)
    parts.push(`Supplied unless given: ${view.context.map((name) => `\`${name}\``).join(', ')}.`);
  parts.push(table(['Column', 'Type', 'Meaning'], columnsOf(view)));
  return parts.join('\n\n');
}

/** The comment at the head of a file: what it answers. */
function sentences(sql: string): string {
  const lines: string[] = [];
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--')) break;
    lines.push(line.replace(/^--\s?/, ''));
  }
  return lines.join(' ');
}

type Json = { type?: string | string[]; enum?: (string | null)[]; description?: string; anyOf?: Json[] };

function columnsOf(view: View): string[][] {
  const { properties = {} } = z.toJSONSchema(view.row, { io: 'output' });
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => [
    `\`${name}\``,
    wireType(schema),
    schema.description ?? '',
  ]);
}

function wireType({ type, enum: values, anyOf }: Json): string {
  if (anyOf) return anyOf.map(wireType).join(' or ');
  if (values) return values.join(', ');
  return [type]
    .flat()
    .map((each) => wireTypes[each ?? ''] ?? '?')
    .join(' or ');
}

const wireTypes: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
};

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

import { columnLetters } from '#shared/column-letters.ts';
import { dayOf } from '../../../workbooks/writing/cells.ts';
import type { Cell } from '../../../workbooks/writing/workbook.ts';
import { xmlText } from '../../../workbooks/writing/xml.ts';
import { newZip } from '../../../workbooks/writing/zip.ts';
import { attribute, openTemplate, type TablePart, TemplateError } from './template-parts.ts';

/** What a table of the template gets: rows of the named fields. */
export type TableData = { fields: readonly string[]; rows: readonly (readonly Cell[])[] };

export type VisitData = {
  /** Values of cells by the names that the template gives them. */
  cells: Readonly<Record<string, Cell>>;
  /** Rows by the table's name. */
  tables: Readonly<Record<string, TableData>>;
  /** By table, the field of a heading in small letters; a heading that is a field's name needs none. */
  headings: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Fills a macro-enabled workbook: named cells get their values and tables their rows, below their headings and in the form
 * of their first row, with its formulas. Every other part stays as it is, byte for byte, but the order of calculation, which
 * spreadsheets make anew. What the template doesn't have is left out.
 * @throws {TemplateError} when the file isn't a macro-enabled workbook, or a table can't get rows
 */
export function fillTemplate(template: Uint8Array, { cells, tables, headings }: VisitData): Uint8Array {
  const parts = openTemplate(template);
  for (const { name, sheetPath, reference } of parts.namedCells) {
    if (name in cells) parts.replace(sheetPath, withCell(parts.text(sheetPath), reference, cells[name]!));
  }
  for (const table of parts.tables) {
    const data = tables[table.name];
    if (!data) continue;
    const { sheet, part } = filledTable(table, parts.text(table.sheetPath), data, headings[table.name] ?? {});
    parts.replace(table.sheetPath, sheet);
    parts.replace(table.path, part);
  }
  const zip = newZip();
  for (const [name, bytes] of parts.entries()) zip.add(name, [bytes]);
  return zip.finish();
}

function filledTable(
  { name, text, firstColumn, firstRow, lastRow, columns }: TablePart,
  sheet: string,
  { fields, rows }: TableData,
  fieldOfHeading: Readonly<Record<string, string>>,
): { sheet: string; part: string } {
  if (new RegExp(`<row[^>]* r="${lastRow + 1}"`).test(sheet))
    throw new TemplateError('rows_below', { table: name });
  const sample = rowXml(sheet, firstRow + 1) ?? '';
  const writers = columns.map((heading, index) => {
    const letters = columnLetters(firstColumn + index);
    const cell = cellOf(sample, `${letters}${firstRow + 1}`) ?? '';
    const field = fields.includes(heading) ? heading : fieldOfHeading[heading.toLowerCase()];
    const place = field === undefined ? -1 : fields.indexOf(field);
    const [style, formula] = [attribute(cell, 's'), formulaOf(cell)];
    if (formula && hasReferences(formula))
      throw new TemplateError('cells_computed', { column: heading, table: name });
    return (row: readonly Cell[], number: number) =>
      cellXml(`${letters}${number}`, place < 0 ? null : (row[place] ?? null), style, formula);
  });
  // A table has one row at least, which may be empty.
  const all: TableData['rows'] = rows.length > 0 ? rows : [[]];
  const lines = all.map((row, index) => {
    const number = firstRow + 1 + index;
    return `<row r="${number}">${writers.map((write) => write(row, number)).join('')}</row>`;
  });
  const end = `${columnLetters(firstColumn + columns.length - 1)}${firstRow + all.length}`;
  const reference = `${columnLetters(firstColumn)}${firstRow}:${end}`;
  return {
    sheet: withoutRows(sheet, firstRow + 1, lastRow)
      .replace('</sheetData>', () => `${lines.join('')}</sheetData>`)
      .replace(/<dimension ref="[^"]*"\/>/, ''),
    part: text.replace(/ ref="[^"]*"/g, ` ref="${reference}"`),
  };
}

function withCell(sheet: string, reference: string, value: Cell): string {
  const cell = cellOf(sheet, reference);
  if (cell === undefined) throw new TemplateError('cell_missing', { cell: reference });
  return sheet.replace(cell, () => cellXml(reference, value, attribute(cell, 's'), formulaOf(cell)));
}

function rowXml(sheet: string, number: number): string | undefined {
  return new RegExp(`<row[^>]* r="${number}"[^>]*?(?:/>|>[\\s\\S]*?</row>)`).exec(sheet)?.[0];
}

function cellOf(xml: string, reference: string): string | undefined {
  return new RegExp(`<c r="${reference}"(?:[^>]*?/>|[^>]*>[\\s\\S]*?</c>)`).exec(xml)?.[0];
}

/** A formula by itself, however its rows shared it. */
function formulaOf(cell: string): string | undefined {
  const text = /<f(?:\s[^>]*)?>([\s\S]*?)<\/f>/.exec(cell)?.[1];
  return text === undefined ? undefined : `<f>${text}</f>`;
}

/** Whether a formula names cells outside brackets, which would be others in another row. */
function hasReferences(formula: string): boolean {
  const outside = formula.replace(/"[^"]*"|&quot;.*?&quot;/g, '').replace(/\[(?:[^[\]]|\[[^\]]*\])*\]/g, '');
  return /\b[A-Z]{1,3}\d+\b/.test(outside);
}

function withoutRows(sheet: string, from: number, to: number): string {
  return sheet.replace(/<row[^>]*? r="(\d+)"(?:[^>]*?\/>|[^>]*>[\s\S]*?<\/row>)/g, (row, number: string) =>
    Number(number) >= from && Number(number) <= to ? '' : row,
  );
}

const MOST_CHARACTERS = 32_767;

/** A cell in a given form; a formula keeps its place, with `value` as its result. Texts are never formulas. */
function cellXml(
  reference: string,
  value: Cell,
  style: string | undefined,
  formula: string | undefined,
): string {
  const start = `<c r="${reference}"${style === undefined ? '' : ` s="${style}"`}`;
  if (formula)
    return typeof value === 'number' ? `${start}>${formula}<v>${value}</v></c>` : `${start}>${formula}</c>`;
  if (value === null || value === '') return style === undefined ? '' : `${start}/>`;
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
  const day = dayOf(value);
  if (day !== null) return `${start}><v>${day}</v></c>`;
  const held = value.slice(0, MOST_CHARACTERS);
  return `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(held)}</t></is></c>`;
}

import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { Line, Reading } from './read-lines.ts';

/**
 * A slow reader of .xlsx parts for comparison, sharing no code with the product: a whole-document parse into a tree
 * with regular expressions, then the meaning of rows and cells as ECMA-376 gives it. Throws on what is no XML.
 */
type Element = { name: string; attributes: Map<string, string>; children: (Element | string)[] };

export type ReferenceRow = { number: number; hidden: boolean; cells: Map<number, string> };
export type ReferenceSheet = { name: string; rows: ReferenceRow[] };

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** For every sheet of the name that was read, what this reader finds otherwise. */
export function complaintsOf(actual: Reading, parts: Map<string, string>): string[][] {
  try {
    const sheets = readReference(parts).filter((sheet) => sheet.name === actual.report.sheet);
    return sheets.map((sheet) => differences(actual, sheet.rows));
  } catch (error) {
    return [[String(error)]];
  }
}

/** What the report and lines say that the reference rows do not, and the other way round. */
function differences(
  { report, lines }: { report: ReadReport; lines: Line[] },
  rows: ReferenceRow[],
): string[] {
  const found: string[] = [];
  const below = rows.filter(
    (row) => row.number > report.headingRow && [...row.cells.values()].some(isFilled),
  );
  const numbers = (list: number[]) => list.toSorted((a, b) => a - b).join();
  const accounted = [
    ...lines.map((line) => Number(line.row_number)),
    ...report.skipped.rows.map((r) => r.row),
    ...report.totalRows.map((r) => r.row),
  ];
  if (numbers(accounted) !== numbers(below.map((row) => row.number))) {
    found.push(`rows ${numbers(accounted)} instead of ${numbers(below.map((row) => row.number))}`);
  }
  const hidden = below.filter((row) => row.hidden).map((row) => row.number);
  if (numbers(report.hiddenRows.rows) !== numbers(hidden)) found.push(`hidden ${report.hiddenRows.rows}`);
  const columnOf = new Map(report.columns.map((c) => [c.field, lettersToIndex(c.column)]));
  const heading = rows.find((row) => row.number === report.headingRow);
  for (const { column, heading: words } of report.columns) {
    const text = heading?.cells.get(lettersToIndex(column)) ?? '';
    if (!words.endsWith(text.replace(/\s+/g, ' ').trim())) found.push(`heading ${column} ${words}`);
  }
  for (const line of lines) {
    const row = below.find((r) => r.number === Number(line.row_number));
    for (const field of ['gtin', 'pharmacode', 'quantity', 'description'] as const) {
      const column = columnOf.get(field);
      const expected = column === undefined ? '' : (row?.cells.get(column) ?? '');
      if (line[`${field}_read`] !== withoutControls(expected))
        found.push(`${field} of row ${line.row_number}`);
    }
    if (/^-?\d+$/.test(line.quantity_read!) && Number(line.quantity) !== Number(line.quantity_read)) {
      found.push(`quantity of row ${line.row_number}`);
    }
  }
  return found;
}

/** All worksheets of a workbook given as its parts. */
export function readReference(parts: Map<string, string>): ReferenceSheet[] {
  const bare = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
  const part = (path: string) => {
    for (const [name, text] of parts) if (bare(name) === bare(path)) return text;
    return undefined;
  };
  const links = new Map<string, { type: string; target: string }>();
  const relations = elements(parse(part('xl/_rels/workbook.xml.rels')!), 'Relationship');
  for (const { attributes } of relations) {
    if (attributes.get('TargetMode') === 'External') continue;
    const target = attributes.get('Target') ?? '';
    links.set(attributes.get('Id') ?? '', { type: attributes.get('Type') ?? '', target });
  }
  const find = (target: string) =>
    target.startsWith('/') ? part(target) : (part(`xl/${target}`) ?? part(target));
  const stringsLink = [...links.values()].find((link) => link.type.endsWith('/sharedStrings'));
  const stringsText = stringsLink && find(stringsLink.target);
  const strings = stringsText === undefined ? [] : elements(parse(stringsText), 'si').map(richText);
  const stylesLink = [...links.values()].find((link) => link.type.endsWith('/styles'));
  const dayOf = daysBy(stylesLink && find(stylesLink.target), part('xl/workbook.xml')!);

  const sheets: ReferenceSheet[] = [];
  for (const list of elements(parse(part('xl/workbook.xml')!), 'sheets')) {
    for (const { attributes } of elements(list, 'sheet')) {
      const id = [...attributes].find(([name]) => name.endsWith(':id'))?.[1] ?? '';
      const link = links.get(id);
      const text = link?.type.endsWith('/worksheet') ? find(link.target) : undefined;
      if (text !== undefined)
        sheets.push({ name: attributes.get('name') ?? '', rows: rowsOf(parse(text), strings, dayOf) });
    }
  }
  return sheets;
}

/** The day that a cell of a style shows of its number; undefined where it shows the number. */
type DayOf = (style: string | undefined, value: string) => string | undefined;

function daysBy(stylesText: string | undefined, workbookText: string): DayOf {
  const styles = new Set<string>();
  try {
    const root = stylesText === undefined ? undefined : parse(stylesText);
    const list = (name: string, item: string) =>
      root ? elements(root, name).flatMap((each) => elements(each, item)) : [];
    const codes = new Map(
      list('numFmts', 'numFmt').map(({ attributes }) => [
        Number(attributes.get('numFmtId')),
        attributes.get('formatCode') ?? '',
      ]),
    );
    for (const [index, { attributes }] of list('cellXfs', 'xf').entries()) {
      const id = Number(attributes.get('numFmtId') ?? 0);
      const code = codes.get(id);
      const isDate = code === undefined ? builtInDates.has(id) : /^[^#0?"[]*[dmyhs][^#0?"[]*$/i.test(code);
      if (isDate) styles.add(String(index));
    }
  } catch {
    // Styles that make no sense say nothing.
  }
  const epoch = /<(?:\w+:)?workbookPr[^>]*date1904=["'](?:1|true)/.test(workbookText)
    ? '1904-01-01'
    : '1899-12-30';
  return (style, value) => {
    if (style === undefined || !styles.has(style)) return undefined;
    const day = new Date(Date.parse(epoch) + 86_400_000 * Math.floor(Number(value)));
    // What is shown of years beyond those of purchases is left a number.
    return day >= new Date('1954-10-03') && day <= new Date('2119-01-10')
      ? day.toISOString().slice(0, 10)
      : undefined;
  };
}

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

function rowsOf(worksheet: Element, strings: string[], dayOf: DayOf): ReferenceRow[] {
  const rows: ReferenceRow[] = [];
  let last = 0;
  for (const data of elements(worksheet, 'sheetData')) {
    for (const row of elements(data, 'row')) {
      const cells = elements(row, 'c');
      const firstReference = cells.map((c) => c.attributes.get('r')).find((r) => r !== undefined);
      const number = Number(row.attributes.get('r') ?? firstReference?.replace(/\D/g, '') ?? last + 1);
      const hidden = ['1', 'true'].includes(row.attributes.get('hidden') ?? '0');
      const texts = new Map<number, string>();
      let column = -1;
      for (const cell of cells) {
        const reference = cell.attributes.get('r');
        column = reference === undefined ? column + 1 : columnOf(reference);
        const text = textOf(cell, strings, dayOf);
        if (text !== '') texts.set(column, text);
      }
      rows.push({ number, hidden, cells: texts });
      last = number;
    }
  }
  return rows;
}

function textOf(cell: Element, strings: string[], dayOf: DayOf): string {
  const type = cell.attributes.get('t') ?? 'n';
  const value = elements(cell, 'v').map(ownText).join('');
  const inline = elements(cell, 'is').map(richText).join('');
  if (inline !== '' && (type === 'inlineStr' || value === '')) return inline;
  if (type === 's') return value.trim() === '' ? '' : strings[Number(value)]!;
  if (type === 'str') return unescaped(value);
  // Whatever is not 0 is true, as Excel shows it.
  if (type === 'b') return value.trim() === '0' ? 'FALSE' : 'TRUE';
  return (type === 'n' && dayOf(cell.attributes.get('s'), value)) || value;
}

function richText(item: Element): string {
  let text = '';
  for (const child of item.children) {
    if (typeof child === 'string') continue;
    if (localName(child) === 't') text += unescaped(ownText(child));
    if (localName(child) === 'r')
      text += elements(child, 't')
        .map((t) => unescaped(ownText(t)))
        .join('');
  }
  return text;
}

function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d/g, '').toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function localName(element: Element): string {
  return element.name.slice(element.name.lastIndexOf(':') + 1);
}

function elements(parent: Element, name: string): Element[] {
  return parent.children.filter(
    (child): child is Element => typeof child !== 'string' && localName(child) === name,
  );
}

function ownText(element: Element): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

function parse(xml: string): Element {
  const document: Element = { name: '', attributes: new Map(), children: [] };
  const open = [document];
  const text = xml.replace(/^\ufeff/, '');
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) throw new Error(`No XML at ${at}: ${text.slice(at, at + 30)}`);
    const [, cdata, closing, opening, attributes = '', slash, characters] = token;
    const parent = open.at(-1)!;
    if (cdata !== undefined) parent.children.push(cdata);
    else if (characters !== undefined) parent.children.push(resolved(characters));
    else if (closing !== undefined) {
      if (parent.name !== closing) throw new Error(`</${closing}> closes <${parent.name}>`);
      open.pop();
    } else if (opening !== undefined) {
      const element: Element = { name: opening, attributes: attributesOf(attributes), children: [] };
      parent.children.push(element);
      if (slash === '') open.push(element);
    }
  }
  const roots = document.children.filter((child) => typeof child !== 'string');
  if (open.length !== 1 || roots.length !== 1) throw new Error('Not one whole root element');
  return roots[0] as Element;
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, single] of text.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new Error(`${name} twice`);
    attributes.set(name, resolved(quoted ?? single ?? ''));
  }
  return attributes;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolved(text: string): string {
  return text.replace(/&([^;]*;?)/g, (all, reference: string) => {
    const name = reference.slice(0, -1);
    const code = /^#x[0-9a-f]+$/i.test(name)
      ? Number(`0${name.slice(1)}`)
      : /^#\d+$/.test(name)
        ? Number(name.slice(1))
        : -1;
    if (code >= 0) return String.fromCodePoint(code);
    const character = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (character === undefined || !reference.endsWith(';')) throw new Error(`Unknown reference ${all}`);
    return character;
  });
}

function isFilled(text: string): boolean {
  return withoutControls(text).replace(/[ \u00a0]/g, '') !== '';
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters become spaces in the lines file
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ');
}

function lettersToIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

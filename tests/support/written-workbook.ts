import { inflateRawSync } from 'node:zlib';
import { read, utils } from '@e965/xlsx';
import { SaxesParser } from 'saxes';
import { LIMITS } from '#server/workbooks/reading/limits.ts';
import { EMPTY } from '#server/workbooks/reading/row.ts';
import { SheetReader } from '#server/workbooks/reading/sheet-reader.ts';
import { readPart } from '#server/workbooks/reading/unpack.ts';
import { openWorkbook } from '#server/workbooks/reading/workbook.ts';
import { openZip, packedBytes } from '#server/workbooks/reading/zip-archive.ts';
import { scan } from './scan.ts';

/** Every sheet as SheetJS reads it: rows of values, null where there is no cell; dates as such, in UTC. */
export function rowsBySheetJs(bytes: Uint8Array): Record<string, unknown[][]> {
  const { SheetNames, Sheets } = read(bytes, { cellFormula: true, cellNF: true });
  return Object.fromEntries(
    SheetNames.map((name) => [
      name,
      utils.sheet_to_json<unknown[]>(Sheets[name]!, {
        header: 1,
        raw: true,
        UTC: true,
        defval: null,
        blankrows: true,
      }),
    ]),
  );
}

/** Every sheet as the portal's own reader reads uploads: rows of texts, '' where there is no cell. */
export async function rowsByOwnReader(bytes: Uint8Array): Promise<Record<string, string[][]>> {
  const workbook = await openWorkbook(bytes, LIMITS);
  const all: Record<string, string[][]> = {};
  for (const { name, entry } of workbook.sheets) {
    const rows: string[][] = [];
    const reader = new SheetReader(entry.name, undefined, LIMITS);
    const take = () => {
      while (reader.nextRow()) {
        const { row } = reader;
        const cells: string[] = [];
        for (let place = 0; place < row.count; place++) {
          const column = row.columns[place]!;
          if (row.kind(column) !== EMPTY) cells[column] = row.text(column, 100_000);
        }
        rows[row.number - 1] = Array.from(cells, (cell) => cell ?? '');
      }
      return true;
    };
    await readPart(workbook.archive, entry, (chunk) => {
      reader.push(chunk);
      return take();
    });
    reader.finish();
    take();
    reader.assertComplete();
    all[name] = rows;
  }
  return all;
}

/** Every part of the package by its name, in the order of the archive. */
export function partsOf(bytes: Uint8Array): Map<string, Buffer> {
  const archive = openZip(bytes, LIMITS);
  return new Map(
    [...archive.entries.values()].map((entry) => {
      const packed = packedBytes(archive, entry);
      return [entry.name, entry.method === 8 ? inflateRawSync(packed) : packed];
    }),
  );
}

type Element = { name: string; attributes: Record<string, string>; children: Element[] };

export function xmlOf(part: Buffer): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.write(part.toString('utf8')).close();
  return root.children[0]!;
}

/** The order in which ECMA-376 wants the children that are there. */
const orders: Record<string, readonly string[]> = {
  worksheet: [
    ...[
      'sheetPr',
      'dimension',
      'sheetViews',
      'sheetFormatPr',
      'cols',
      'sheetData',
      'autoFilter',
      'mergeCells',
      'dataValidations',
    ],
    ...['pageMargins', 'pageSetup', 'headerFooter', 'ignoredErrors', 'drawing', 'tableParts'],
  ],
  workbook: ['workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr'],
  styleSheet: ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles'],
  'xdr:twoCellAnchor': ['xdr:from', 'xdr:to', 'xdr:pic', 'xdr:sp', 'xdr:graphicFrame', 'xdr:clientData'],
  table: ['autoFilter', 'tableColumns', 'tableStyleInfo'],
};

/**
 * What is wrong with a package by the rules of ECMA-376 that spreadsheets repair files for: parts that are not well-formed,
 * of no content type or of no relationship, relationships that lead nowhere, children in another order than the schema's,
 * rows or cells that go backwards, styles that there are not, names that two sheets share.
 */
export function faultsOf(bytes: Uint8Array): string[] {
  const parts = partsOf(bytes);
  const faults: string[] = [];
  if ([...parts.keys()][0] !== '[Content_Types].xml' && !parts.has('[Content_Types].xml'))
    faults.push('no types');
  const types = xmlOf(parts.get('[Content_Types].xml')!).children;
  const typed = new Set(types.map(({ attributes }) => attributes.PartName ?? `.${attributes.Extension}`));
  for (const { attributes } of types) {
    if (attributes.PartName && !parts.has(attributes.PartName.slice(1)))
      faults.push(`${attributes.PartName} is missing`);
  }
  const led = new Set(['[Content_Types].xml']);
  for (const [name, part] of parts) {
    if (!typed.has(`/${name}`) && !typed.has(name.slice(name.lastIndexOf('.'))))
      faults.push(`${name} has no type`);
    if (/\.(?:png|bin)$/.test(name)) continue;
    const root = xmlOf(part);
    faults.push(...misplaced(root).map((fault) => `${name}: ${fault}`));
    if (!name.endsWith('.rels')) continue;
    led.add(name);
    const folder = name.replace(/_rels\/[^/]*$/, '');
    for (const { attributes } of root.children) {
      const target = new URL(attributes.Target!, `file:///${folder}`).pathname.slice(1);
      if (!parts.has(target)) faults.push(`${name} leads to ${target}, which is not there`);
      led.add(target);
    }
  }
  for (const name of parts.keys()) if (!led.has(name)) faults.push(`nothing leads to ${name}`);
  const styles = xmlOf(parts.get('xl/styles.xml')!);
  for (const list of styles.children) {
    if (Number(list.attributes.count) !== list.children.length)
      faults.push(`${list.name} are not as many as they say`);
  }
  const known = styles.children.find(({ name }) => name === 'cellXfs')!.children.length;
  for (const [name, part] of parts) {
    if (name.startsWith('xl/worksheets/sheet'))
      faults.push(...backwards(xmlOf(part), known).map((f) => `${name}: ${f}`));
  }
  return faults;
}

function misplaced(element: Element): string[] {
  const order = orders[element.name];
  const places = element.children.map(({ name }) => order?.indexOf(name) ?? 0);
  const wrong = order && places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0));
  const here = wrong ? [`${element.name} has ${element.children.map(({ name }) => name).join(', ')}`] : [];
  return [...here, ...element.children.flatMap(misplaced)];
}

function backwards(sheet: Element, styles: number): string[] {
  const faults: string[] = [];
  let last = 0;
  for (const row of sheet.children.find(({ name }) => name === 'sheetData')!.children) {
    const number = Number(row.attributes.r);
    if (number <= last) faults.push(`row ${number} after ${last}`);
    last = number;
    let column = -1;
    for (const { attributes } of row.children) {
      const next = utils.decode_cell(attributes.r!);
      if (next.r + 1 !== number || next.c <= column) faults.push(`cell ${attributes.r} in row ${number}`);
      if (Number(attributes.s) >= styles) faults.push(`no style ${attributes.s}`);
      column = next.c;
    }
  }
  return faults;
}

/** What stands in the pictures of a sheet (its number from 1): the row of each, counted from 0, and what a scanner reads. */
export async function scannedPictures(
  bytes: Uint8Array,
  sheet: number,
): Promise<{ row: number; text: string }[]> {
  const parts = partsOf(bytes);
  const drawing = parts.get(`xl/drawings/drawing${sheet}.xml`);
  if (!drawing) return [];
  const relations = xmlOf(parts.get(`xl/drawings/_rels/drawing${sheet}.xml.rels`)!).children;
  const targets = new Map(relations.map(({ attributes }) => [attributes.Id, attributes.Target!]));
  const found: { row: number; text: string }[] = [];
  const anchors = drawing.toString('utf8').matchAll(/<xdr:from>.*?<xdr:row>(\d+)<.*?r:embed="(rId\d+)"/gs);
  for (const [, row, id] of anchors) {
    const png = parts.get(`xl/media/${targets.get(id)!.split('/').at(-1)}`)!;
    for (const { text } of await scan(png)) found.push({ row: Number(row), text });
  }
  return found;
}

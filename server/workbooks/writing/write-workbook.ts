import { columnLetters } from '#shared/column-letters.ts';
import { drawingXml } from './drawing.ts';
import { type WrittenSheet, writeSheet } from './sheet.ts';
import { stylesXml } from './styles.ts';
import type { Row, Sheet, Workbook } from './workbook.ts';
import { quotedSheet, sheetNames } from './workbook.ts';
import { xmlText } from './xml.ts';
import { newZip } from './zip.ts';

/** The rows of a sheet by its index, in batches. */
export type Batches = (sheet: number) => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** The workbook as .xlsx; the output is reproducible byte by byte. */
export async function writeWorkbook(workbook: Workbook<unknown>, batches: Batches): Promise<Uint8Array> {
  const names = sheetNames(workbook.sheets.map(({ name }) => name));
  const sheets = workbook.sheets.map((sheet, index) => ({ ...sheet, name: names[index]! }));
  const zip = newZip();
  const add = (name: string, text: string) => zip.add(name, [Buffer.from(XML + text)]);
  const written: WrittenSheet[] = [];
  for (const [index, sheet] of sheets.entries()) {
    written.push(await writeSheet(sheet, batches(index), { ...workbook, isFirst: index === 0 }));
  }
  add('[Content_Types].xml', contentTypes(written));
  add(
    '_rels/.rels',
    relationships([
      ['officeDocument', 'xl/workbook.xml'],
      [CORE_PROPERTIES, 'docProps/core.xml'],
      ['extended-properties', 'docProps/app.xml'],
    ]),
  );
  add(
    'docProps/app.xml',
    `<Properties xmlns="${OFFICE}/extended-properties"><Application>Microsoft Excel</Application></Properties>`,
  );
  add('docProps/core.xml', coreProperties(workbook.title, workbook));
  add('xl/workbook.xml', workbookXml(sheets, written));
  add('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
  zip.add('xl/styles.xml', [Buffer.from(stylesXml)]);
  let pictures = 0;
  for (const [index, sheet] of written.entries()) {
    const number = index + 1;
    zip.add(`xl/worksheets/sheet${number}.xml`, sheet.pieces);
    if (sheet.pictures.length === 0) continue;
    const first = pictures + 1;
    const drawing = `../drawings/drawing${number}.xml`;
    add(`xl/worksheets/_rels/sheet${number}.xml.rels`, relationships([['drawing', drawing]]));
    zip.add(`xl/drawings/drawing${number}.xml`, [Buffer.from(drawingXml(sheet.pictures))]);
    add(
      `xl/drawings/_rels/drawing${number}.xml.rels`,
      relationships(sheet.pictures.map((_, place) => ['image', `../media/image${first + place}.png`])),
    );
    for (const { png } of sheet.pictures) zip.add(`xl/media/image${++pictures}.png`, [png], 'packed');
  }
  return zip.finish();
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const parts = sheets.flatMap(({ pictures }, index) => [
    `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
    pictures.length > 0
      ? `<Override PartName="/xl/drawings/drawing${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`
      : '',
  ]);
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${parts.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`;
}

function workbookRelations(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const,
  );
  return relationships([...each, ['styles', 'styles.xml']]);
}

function workbookXml(sheets: readonly Sheet<unknown>[], written: readonly WrittenSheet[]): string {
  const all = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const lists = sheets.flatMap((sheet, index) => (sheet.form === 'page' ? [] : [{ sheet, index }]));
  // In alphabetical order, as spreadsheets write them.
  const filtered = lists.filter(({ sheet: { form = 'list' } }) => form === 'list');
  const filters = filtered.map(({ sheet: { name, columns }, index }) => {
    const last = `$${columnLetters(columns.length - 1)}$${written[index]!.rowCount + 1}`;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${xmlText(quotedSheet(name))}!$A$1:${last}</definedName>`;
  });
  const areas = lists.flatMap(({ sheet: { name, columns, totals }, index }) => {
    const { printed, rowCount } = written[index]!;
    if (printed === columns.length) return [];
    const last = `$${columnLetters(printed - 1)}$${rowCount + (totals ? 2 : 1)}`;
    return `<definedName name="_xlnm.Print_Area" localSheetId="${index}">${xmlText(quotedSheet(name))}!$A$1:${last}</definedName>`;
  });
  const titles = lists.map(
    ({ sheet: { name }, index }) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${xmlText(quotedSheet(name))}!$1:$1</definedName>`,
  );
  const names = [...filters, ...areas, ...titles].join('');
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="14000"/></bookViews><sheets>${all.join('')}</sheets>${names && `<definedNames>${names}</definedNames>`}</workbook>`;
}

/** Begins every part. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Prefix of the content types of workbook parts. */
export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A relationships part, with rId1, rId2 …; a type is one of Office's by name, or a whole URI. */
export function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(([type, target], index) => {
    const whole = type.includes(':') ? type : `${OFFICE}/relationships/${type}`;
    return `<Relationship Id="rId${index + 1}" Type="${whole}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/** The relationship type of docProps/core.xml. */
export const CORE_PROPERTIES = `${PACKAGE}/relationships/metadata/core-properties`;

/** docProps/core.xml: title, author and time (ISO instant). */
export function coreProperties(title: string, made?: { author: string; created: string }): string {
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>${made ? maker(made) : ''}</cp:coreProperties>`;
}

function maker({ author, created }: { author: string; created: string }): string {
  const at = `xsi:type="dcterms:W3CDTF">${new Date(created).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  const name = xmlText(author);
  return `<dc:creator>${name}</dc:creator><cp:lastModifiedBy>${name}</cp:lastModifiedBy><dcterms:created ${at}</dcterms:created><dcterms:modified ${at}</dcterms:modified>`;
}

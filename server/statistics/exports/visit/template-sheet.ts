import { xmlText } from '../../../workbooks/writing/xml.ts';
import type { Chart, Shape } from './chart.ts';

/** A sheet of the template with what belongs to it. */
export type TemplateSheet = {
  name: string;
  /** What macros call it. */
  codeName: string;
  xml: string;
  table?: { xml: (id: number) => string };
  shapes: readonly Shape[];
  charts: readonly Chart[];
  /** Cells with names: the name and the reference. */
  names: readonly (readonly [name: string, reference: string])[];
  /** The row that is printed on every page. */
  headingRow?: number;
  /** The last column that is printed, where more stands beside it. */
  printedColumns?: string;
};

export type SheetParts = {
  codeName: string;
  isFirst?: boolean;
  /** Rows that stay in sight. */
  frozenRows?: number;
  widths: readonly number[];
  rows: readonly string[];
  merged?: readonly string[];
  validations?: string;
  orientation: 'portrait' | 'landscape';
  /** Said below, `&P` being the page. */
  pageOf: string;
  hasShapes: boolean;
  hasTable: boolean;
};

/** xl/worksheets/sheet.xml: A4, as wide as a page; its parts in the order that the schema wants. */
export function sheetXml(parts: SheetParts): string {
  const { frozenRows } = parts;
  const pane = frozenRows
    ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${frozenRows + 1}" sqref="A${frozenRows + 1}"/>`
    : '';
  const view = `<sheetView${frozenRows ? '' : ' showGridLines="0"'}${parts.isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView>`;
  const cols = parts.widths.map(
    (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const merged = parts.merged ?? [];
  const merges =
    merged.length > 0
      ? `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '';
  const drawing = parts.hasShapes ? '<drawing r:id="rId1"/>' : '';
  const table = parts.hasTable
    ? `<tableParts count="1"><tablePart r:id="rId${parts.hasShapes ? 2 : 1}"/></tableParts>`
    : '';
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr codeName="${parts.codeName}"><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>${parts.rows.join('')}</sheetData>${merges}${parts.validations ?? ''}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${parts.orientation}" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R${xmlText(parts.pageOf)}</oddFooter></headerFooter>${drawing}${table}</worksheet>`;
}

export function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

export function emptyCell(reference: string, style: number): string {
  return `<c r="${reference}" s="${style}"/>`;
}

import type { CellKind } from './workbook.ts';

/**
 * Number formats by kind of cell. @ is text, also when edited: =1+1 stays text. The comma is the thousands separator of
 * the reader's system, in Switzerland 1’234.
 */
const formats = {
  text: '@',
  integer: '#,##0',
  packs: '#,##0.00',
  factor: '0.00##',
  chf: '#,##0.00',
  percent: '0.0%',
  date: 'dd.mm.yyyy',
  barcode: '@',
  code: '0',
} as const satisfies Record<CellKind, string>;

const kinds = Object.keys(formats) as CellKind[];
/** Lower numbers are built-in formats. */
const FIRST_FORMAT = 164;

/**
 * Typeface and size in points. Column widths are measured in its digits: every system has it or one of the same widths,
 * so that what fits a page fits everywhere.
 */
const TYPEFACE = 'Arial';
const POINTS = 10;

/** Indices of the styles in styles.xml. */
export const styleOf = Object.fromEntries(kinds.map((kind, index) => [kind, index + 1])) as Record<
  CellKind,
  number
>;
export const HEADING_STYLE = kinds.length + 1;
export const TITLE_STYLE = kinds.length + 2;
export const LABEL_STYLE = kinds.length + 3;
export const LINES_STYLE = kinds.length + 4;
/** For headings above right-aligned figures. */
export const FIGURE_HEADING_STYLE = kinds.length + 5;
/** For packs that the reader fills in. */
export const INPUT_STYLE = kinds.length + 6;
const lineKinds = ['integer', 'chf', 'date'] as const satisfies CellKind[];
/** For figures among lines of text, left-aligned like these. */
export const lineStyleOf = Object.fromEntries(
  lineKinds.map((kind, index) => [kind, kinds.length + 7 + index]),
) as Record<(typeof lineKinds)[number], number>;

const figures: readonly CellKind[] = ['integer', 'packs', 'factor', 'chf', 'percent'];
export const isFigure = (kind: CellKind): boolean => figures.includes(kind);

const text = FIRST_FORMAT + kinds.indexOf('text');
const plain = '<alignment vertical="top"/>';
const left = '<alignment horizontal="left" vertical="top"/>';
const wrapped = '<alignment vertical="top" wrapText="1"/>';
/** A distance from the text to the left. */
const right = '<alignment horizontal="right" vertical="top" indent="1"/>';
const wrappedRight = '<alignment horizontal="right" vertical="top" wrapText="1" indent="1"/>';

/** xl/styles.xml: the same for every workbook. */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${kinds.length}">${kinds.map(numberFormat).join('')}</numFmts>
<fonts count="3">${font('')}${font('<b/>')}${font('<b/>', 13)}</fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE5E8EB"/><bgColor indexed="64"/></patternFill></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFFFF4CC"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${kinds.length + 7 + lineKinds.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
${kinds.map((kind, index) => cellStyle(FIRST_FORMAT + index, 0, 0, alignmentOf(kind))).join('')}
${cellStyle(text, 1, 2, wrapped)}${cellStyle(text, 2, 0, '')}${cellStyle(text, 1, 0, wrapped)}${cellStyle(text, 0, 0, wrapped)}${cellStyle(text, 1, 2, wrappedRight)}${cellStyle(FIRST_FORMAT + kinds.indexOf('integer'), 1, 3, right)}
${lineKinds.map((kind) => cellStyle(FIRST_FORMAT + kinds.indexOf(kind), 0, 0, left)).join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** Dates are aligned as their heading, because they may be words where the day is unknown. */
function alignmentOf(kind: CellKind): string {
  if (isFigure(kind)) return right;
  return kind === 'date' ? left : plain;
}

function numberFormat(kind: CellKind, index: number): string {
  const code = formats[kind];
  return `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`;
}

function font(weight: string, size = POINTS): string {
  return `<font>${weight}<sz val="${size}"/><name val="${TYPEFACE}"/><family val="2"/></font>`;
}

function cellStyle(format: number, fontId: number, fillId: number, alignment: string): string {
  const applied = `applyNumberFormat="1" applyFont="1" applyFill="1"${alignment && ' applyAlignment="1"'}`;
  const start = `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" ${applied}`;
  return alignment ? `${start}>${alignment}</xf>` : `${start}/>`;
}

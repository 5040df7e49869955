import { dayOf } from '../../../workbooks/writing/cells.ts';
import type { Cell } from '../../../workbooks/writing/workbook.ts';
import { xmlText } from '../../../workbooks/writing/xml.ts';

const MOST_CHARACTERS = 32_767;

/** A cell in a given form; a formula keeps its place, with `value` as its result. Texts are never formulas. */
export function cellXml(
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

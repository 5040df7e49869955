import { readFileSync } from 'node:fs';
import type { Language } from '../../../platform/i18n/messages.ts';
import { type VbaModule, vbaProject } from '../../../workbooks/macros/project.ts';
import { visitTables } from './layout.ts';
import { visitText } from './visit-text.ts';

const source = readFileSync(new URL('macros/Visit.bas', import.meta.url), 'utf8');

/** The macro project: modules without code for the workbook and its sheets, which have to be there, and the macros. */
export function visitMacros(language: Language, sheets: readonly string[]): Uint8Array {
  const values: Record<string, string | number> = {
    selectMolecule: basicText(visitText(language, 'macro.selectMolecule')),
    notOnOrder: basicText(visitText(language, 'macro.notOnOrder')),
    'products.molecule': place('Products', 'molecule'),
    'products.note': place('Products', 'note'),
    'products.gtin': place('Products', 'gtin'),
    'products.alternativeGTIN': place('Products', 'alternativeGTIN'),
    'order.first': visitTables.find(({ table }) => table === 'Proposal')!.headingRow + 1,
    'order.gtin': place('Proposal', 'gtin'),
    'order.packs': place('Proposal', 'packs'),
  };
  const filled = source.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => String(values[name]));
  const modules: VbaModule[] = [
    { name: 'ThisWorkbook', kind: 'workbook', source: '' },
    ...sheets.map((name) => ({ name, kind: 'sheet', source: '' }) as const),
    { name: 'Visit', kind: 'code', source: filled },
  ];
  return vbaProject(modules);
}

/** From 1, as macros count columns. */
function place(table: string, field: string): number {
  const { columns } = visitTables.find((each) => each.table === table)!;
  return columns.findIndex((column) => column.field === field) + 1;
}

/** A text inside quotes of Basic, in letters that its code page has. */
function basicText(text: string): string {
  return text.replaceAll('"', '""').replaceAll('’', "'").replaceAll('\u202f', '\u00a0');
}

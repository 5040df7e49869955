import { tableFromIPC } from '@uwdata/flechette';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { expectedCell, lateInWords, lateness } from '../../../platform/i18n/expected-delivery.ts';
import { lowerThreadPriority } from '../../../platform/thread-priority.ts';
import { handingOver, type Work } from '../../../platform/threads.ts';
import type { Cell } from '../../../workbooks/writing/workbook.ts';
import { buildVisitTemplate } from './build-template.ts';
import { fillTemplate, type TableData } from './fill-template.ts';
import { visitHeadings, visitTables } from './layout.ts';
import { openTemplate, TemplateError, type Unfillable } from './template-parts.ts';
import type { VisitWorkbook } from './visit-workbook.ts';

/**
 * What is asked, and what is answered. `template`: instead of the built-in one; `isTrial`: it is refused where nothing in it
 * would be filled. `unfillable`: the template is to blame.
 */
export type FillRequest = VisitWorkbook & { template?: Uint8Array; isTrial?: true };

export type FillReply =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { unfillable: Unfillable; params: Record<string, string> };

const templates = new Map<string, Uint8Array>();

export default function fillHere({ request }: Work<FillRequest>): FillReply {
  lowerThreadPriority();
  try {
    const bytes = new Uint8Array(fill(request));
    return handingOver({ bytes }, [bytes.buffer]);
  } catch (error) {
    if (error instanceof TemplateError) return { unfillable: error.reason, params: error.params };
    throw error;
  }
}

function fill({ language, template, isTrial, cells, tables, words }: FillRequest): Uint8Array {
  if (isTrial && template) checkRecognised(template, Object.keys(cells));
  return fillTemplate(template ?? builtIn(language), {
    cells,
    headings: visitHeadings,
    tables: Object.fromEntries(
      visitTables.map(({ table, columns }) => [
        table,
        tableData(
          columns.map(({ field }) => field),
          tables[table],
          words,
          (said) => expectedCell(language, { ...said, today: String(cells.createdOn) }),
          (missing) => lateOn(language, String(cells.createdOn), missing),
        ),
      ]),
    ),
  });
}

/** @throws {TemplateError} where neither a table nor a cell of the template has a name that is filled */
function checkRecognised(template: Uint8Array, cells: readonly string[]): void {
  const parts = openTemplate(template);
  const names = [...parts.tables, ...parts.namedCells].map(({ name }) => name);
  const known = new Set<string>([...cells, ...visitTables.map(({ table }) => table)]);
  if (!names.some((name) => known.has(name))) throw new TemplateError('nothing_named');
}

function builtIn(language: VisitWorkbook['language']): Uint8Array {
  const template = templates.get(language) ?? buildVisitTemplate(language);
  templates.set(language, template);
  return template;
}

/** Rows of a table. Nothing is ordered yet: its totals are 0, and unknown where there is no price. */
function tableData(
  fields: readonly string[],
  arrow: Uint8Array,
  words: VisitWorkbook['words'],
  expected: (said: { delivery: string; week: boolean }) => string,
  late: (missing: Missing) => string | null,
): TableData {
  const table = tableFromIPC(arrow);
  const prices = table.getChild('exFactoryPrice');
  const missing = table.getChild('stockOut1');
  const weeks = table.getChild('deliverabilityWeek1');
  const hasPrice = (row: number) => (prices?.at(row) ?? null) !== null;
  const columns = fields.map((field) => {
    const column = table.getChild(field);
    const named = words[field];
    if (field === 'late') {
      const [stockOut, deliverability] = [table.getChild('stockOut'), table.getChild('deliverability')];
      const isWeek = table.getChild('deliverabilityWeek');
      return (row: number): Cell =>
        late({
          stockOut: Boolean(stockOut?.at(row)),
          deliverability: (deliverability?.at(row) as string | null | undefined) ?? null,
          deliverabilityWeek: Boolean(isWeek?.at(row)),
        });
    }
    if (!column) return (row: number): Cell => (field === 'total' && hasPrice(row) ? 0 : null);
    return (row: number): Cell => {
      const value: unknown = column.at(row) ?? null;
      if (value === null && field === 'deliverability1' && missing?.at(row)) return named?.[''] ?? null;
      if (value !== null && field === 'deliverability1')
        return expected({ delivery: String(value), week: Boolean(weeks?.at(row)) });
      if (named && typeof value === 'string') return named[value] ?? value;
      return typeof value === 'bigint' ? Number(value) : (value as Cell);
    };
  });
  const rows = Array.from({ length: table.numRows }, (_, row): Cell[] => columns.map((read) => read(row)));
  return { fields, rows };
}

type Missing = Parameters<typeof lateness>[0];

/** That a product can't be there by the usual day of delivery. */
function lateOn(language: VisitWorkbook['language'], today: string, missing: Missing): string | null {
  const day = usualDeliveryDay(today);
  return lateInWords(language, lateness(missing, { day, today }), today);
}

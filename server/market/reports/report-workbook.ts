import { todayInZurich } from '#analytics/context.ts';
import type { ReportRow } from '#analytics/reports.ts';
import type { Language } from '#shared/languages.ts';
import { expectedTexts } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { yesOrNo } from '../../statistics/exports/analysis-columns.ts';
import { usageEvents } from '../../statistics/views/count-usage.ts';
import { dayOf } from '../../workbooks/writing/cells.ts';
import {
  aboutPage,
  columnsSheet,
  pageFoot,
  type Row,
  type Sheet,
  type SheetColumn,
  type Workbook,
} from '../../workbooks/writing/workbook.ts';
import { type ReportColumns, type ReportName, reportSheets } from './report-sheets.ts';

export type Report = {
  name: ReportName;
  /** Rows by sheet; every sheet of the report. */
  rows: Readonly<Record<string, readonly ReportRow[]>>;
  /** Further facts: key of a label, and text. */
  facts?: readonly (readonly [label: string, text: string | number])[];
  /** Display name of the provider. */
  provider: string;
  made: Date;
};

/** A report as a workbook: its sheets, facts, and meanings of columns. */
export function reportWorkbook(
  language: Language,
  { name, rows, facts = [], provider, made }: Report,
): Workbook {
  const word = (key: string) => translate(language, `reports.${key}`, { provider });
  const title = word(`${name}.title`);
  const { past: _, ...weeks } = expectedTexts(language, todayInZurich());
  const lists = Object.entries(reportSheets[name]).map(([sheet, columns]) =>
    list(word(`${name}.sheet.${sheet}`), columns, rows[sheet] ?? []),
  );
  const about = aboutPage(
    language,
    title,
    [
      [word('about.contents'), word(`${name}.contents`)],
      ...facts.map(([label, text]): Row => [word(`about.${label}`), String(text)]),
    ],
    made,
  );
  return {
    title,
    author: provider,
    created: made.toISOString(),
    ...pageFoot(language),
    sheets: [...lists, about, columnsSheet(language, lists)],
  };

  function list(sheetName: string, columns: ReportColumns, given: readonly ReportRow[]): Sheet {
    const fields = Object.keys(columns);
    return {
      name: sheetName,
      columns: fields.map((field) => column(field, columns[field]!)),
      rows: given.map((row) => fields.map((field) => shown(field, row))),
    };
  }

  function column(field: string, kind: ReportColumns[string]): SheetColumn {
    const words = wordsOf(field);
    return {
      heading: word(`column.${field}`),
      kind: kind === 'wide' ? 'text' : kind,
      meaning: word(`meaning.${field}`),
      ...(kind === 'wide' ? { wide: 60 } : {}),
      ...(words ? { words } : {}),
      ...(days.has(field) ? { expected: weeks } : {}),
    };
  }

  /** Deleted users have no name. */
  function shown(field: string, row: ReportRow): Row[number] {
    const value = row[field] ?? null;
    if (row.weekly && days.has(field) && typeof value === 'string' && dayOf(value) !== null) {
      return { weekOf: value };
    }
    return field === 'representative' && value === null ? word('nobody') : value;
  }

  function wordsOf(field: string): Record<string, string> | undefined {
    if (field === 'open') return { true: word('open'), false: word('ended') };
    if (field === 'event') {
      return Object.fromEntries(usageEvents.map((event) => [event, word(`event.${event}`)]));
    }
    if (field === 'origin') {
      const origin = (value: string) => translate(language, `workbook.origin.${value}`);
      return { original: origin('original'), generic: origin('generic'), other: origin('other') };
    }
    return flags.has(field) ? yesOrNo(language) : undefined;
  }
}

/** Columns of expected deliveries, where sources may give weeks. */
const days = new Set(['expected', 'firstPromise', 'lastPromise']);

const flags = new Set([
  ...['testUpload', 'active', 'accomplished', 'provider', 'atLeast', 'discontinued'],
  ...['alternativeDeliverable', 'sl', 'offersMolecule'],
]);

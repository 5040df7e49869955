import type { AuditEntry } from '#shared/schemas/audit.ts';
import { type Language, translate } from '../platform/i18n/messages.ts';
import type { CellKind, SheetColumn } from '../workbooks/writing/workbook.ts';
import { deedWord, fieldWord, kindWord, subjectWord, valueWord } from './audit-words.ts';

/** Columns of the downloaded audit: the key of the heading, what a cell holds, and whether its meaning needs words. */
const columns: readonly { key: string; kind: CellKind; explained?: true; wide?: number }[] = [
  { key: 'number', kind: 'integer', explained: true },
  { key: 'day', kind: 'date', explained: true },
  { key: 'time', kind: 'text' },
  { key: 'person', kind: 'text', explained: true },
  { key: 'kind', kind: 'text' },
  { key: 'deed', kind: 'text' },
  { key: 'subjectKey', kind: 'text', explained: true },
  { key: 'subjectName', kind: 'text', explained: true },
  { key: 'field', kind: 'text', explained: true },
  { key: 'before', kind: 'text', explained: true, wide: 60 },
  { key: 'after', kind: 'text', explained: true, wide: 60 },
  { key: 'reason', kind: 'text', explained: true, wide: 60 },
  { key: 'action', kind: 'text', explained: true },
];

export function auditColumns(language: Language): SheetColumn[] {
  return columns.map(({ key, kind, explained, wide }) => ({
    heading: translate(language, `audit.column.${key}`),
    kind,
    ...(explained ? { meaning: translate(language, `audit.meaning.${key}`) } : {}),
    ...(wide ? { wide } : {}),
  }));
}

const zurich = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Zurich',
});

/** One line per field that changed; one line for a change without fields. Days YYYY-MM-DD, times HH:MM:SS in Zurich. */
export function* auditLines(
  entries: readonly AuditEntry[],
  language: Language,
): Generator<(string | number | null)[]> {
  for (const entry of entries) {
    const [day = '', time = ''] = zurich.format(new Date(entry.madeAt)).split(' ');
    const fields = Object.keys({ ...entry.before, ...entry.after });
    for (const field of fields.length > 0 ? fields : [null]) {
      yield [
        entry.id,
        day,
        time,
        entry.userName || translate(language, 'audit.nobody'),
        kindWord(language, entry.subject),
        deedWord(language, entry.action),
        entry.subjectKey,
        subjectWord(language, entry.subject, entry.subjectName),
        field && fieldWord(language, field),
        field && written(field, entry.before?.[field], language),
        field && written(field, entry.after?.[field], language),
        entry.reason,
        entry.action,
      ];
    }
  }
}

function written(field: string, value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return translate(language, value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string') return valueWord(language, field, value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

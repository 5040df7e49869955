import type { Language } from '#shared/languages.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { zurichTime } from '#shared/zurich.ts';
import { translate, translateKnown } from '../platform/i18n/messages.ts';
import type { CellKind, SheetColumn } from '../workbooks/writing/workbook.ts';

/** Columns of the downloaded audit: key of the heading, kind of cell, and whether its meaning is explained. */
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

/** One line per changed field; one line for a change without fields. Days YYYY-MM-DD, times HH:MM:SS in Zurich. */
export function* auditLines(
  entries: readonly AuditEntry[],
  language: Language,
): Generator<(string | number | null)[]> {
  for (const entry of entries) {
    const { day, time } = zurichTime(new Date(entry.madeAt));
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

/** Kind of thing in words; an untranslated one made readable. */
function kindWord(language: Language, kind: string): string {
  return translateKnown(language, `audit.kind.${kind}`) ?? readable(kind);
}

/** Deed of an action `kind.deed`, likewise. */
function deedWord(language: Language, action: string): string {
  const deed = action.slice(action.indexOf('.') + 1);
  return translateKnown(language, `audit.deed.${deed}`) ?? readable(deed);
}

/** Field of a thing, likewise. */
function fieldWord(language: Language, field: string): string {
  return translateKnown(language, `audit.field.${field}`) ?? readable(field);
}

/** Fields whose values are keywords. */
const wordedFields = new Set(['role', 'link', 'language', 'missed', 'audience']);

/** The value of a field; keywords as users know them. */
function valueWord(language: Language, field: string, value: string): string {
  return (wordedFields.has(field) && translateKnown(language, `audit.value.${field}.${value}`)) || value;
}

/** The name of a thing; settings, checklist items and held kinds as their pages call them. */
function subjectWord(language: Language, kind: string, name: string): string {
  if (kind === 'held') return translateKnown(language, `operation.held.kind.${name}`) ?? name;
  if (kind === 'setting') return translateKnown(language, `settings.name.${name}`) ?? name;
  return (kind === 'setup-item' && translateKnown(language, `setup.items.${name}.title`)) || name;
}

/**
 * `header-image`, `minimumOrderValue` and `enabled_for_sd` as words: Header image, Minimum order value, Enabled for sd.
 */
function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim();
  const text = /^[A-Z\d ]+$/.test(words) ? words : words.toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

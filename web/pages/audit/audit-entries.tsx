import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/audit.ts';
import { formatCount, formatDate, formatDateAndTime } from '../../i18n/formats.ts';
import { useAuditWords } from './audit-words.ts';

/** Characters of a value that are shown; the downloads have all of it. */
const SHOWN = 300;

/** The changes, newest first: what, whose, by whom, each field as it was and as it is, and why. */
export function AuditEntries({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const { t } = useTranslation('audit');
  return (
    <ol className="audit__entries" aria-label={t('title')} aria-busy={isStale}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { before, after } = entry;
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => !(isEmpty(before?.[field]) && isEmpty(after?.[field])),
  );
  return (
    <li>
      <p className="audit__facts">
        <time dateTime={entry.madeAt}>{formatDateAndTime(entry.madeAt)}</time>
        <span>{entry.userName || t('nobody')}</span>
      </p>
      <p className="audit__what">
        <strong>{words.action(entry.subject, entry.action)}</strong> <span>{words.subject(entry)}</span>
      </p>
      {fields.length > 0 && (
        <dl className="audit__changes">
          {fields.map((field) => (
            <div key={field}>
              <dt>{words.field(field)}</dt>
              <dd>
                <Value field={field} value={before?.[field]} />
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden"> {t('list.became')} </span>
                {entry.subject === 'template-file' && field === 'effect' ? (
                  <Effect effect={after?.[field] as EffectCounts} />
                ) : (
                  <Value field={field} value={after?.[field]} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entry.reason !== null && <p className="audit__reason">{t('list.reason', { reason: entry.reason })}</p>}
    </li>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function Value({ field, value }: { field: string; value: unknown }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  if (isEmpty(value)) return <span>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>;
  const text = typeof value === 'string' ? words.value(field, written(field, value)) : written(field, value);
  return <span>{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</span>;
}

/** Numbers of these are counts; others are numbers of things, years and the like. */
const counts = new Set(['rows', 'products', 'uploads', 'carts', 'orders']);

/** As the other pages write it: days DD.MM.YYYY, counts by thousands, lists with commas. */
function written(field: string, value: unknown): string {
  if (typeof value === 'number' && counts.has(field)) return formatCount(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What using a template file changed. */
type EffectCounts = { kind: 'file' | 'rows' | 'list' | 'customers'; first?: boolean } & Record<
  string,
  unknown
>;

function Effect({ effect }: { effect: EffectCounts }) {
  const { t } = useTranslation('templateFiles');
  const counts = Object.entries(effect).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatCount(value) : value,
  ]);
  return <span>{t(`effect.${effect.first ? 'first' : effect.kind}`, Object.fromEntries(counts))}</span>;
}

import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/audit.ts';
import { formatCount, formatDateAndTime } from '../../i18n/formats.ts';
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
  const fields = Object.keys({ ...entry.before, ...entry.after });
  return (
    <li>
      <p className="audit__facts">
        <time dateTime={entry.madeAt}>{formatDateAndTime(entry.madeAt)}</time>
        <span>{entry.userName || t('nobody')}</span>
      </p>
      <p className="audit__what">
        <strong>{words.action(entry.subject, entry.action)}</strong>{' '}
        <span>{entry.subjectName || entry.subjectKey}</span>
      </p>
      {fields.length > 0 && (
        <dl className="audit__changes">
          {fields.map((field) => (
            <div key={field}>
              <dt>{words.field(field)}</dt>
              <dd>
                <Value value={entry.before?.[field]} />
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden"> {t('list.became')} </span>
                {entry.subject === 'template-file' && field === 'effect' ? (
                  <Effect effect={entry.after?.[field] as EffectCounts} />
                ) : (
                  <Value value={entry.after?.[field]} />
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

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation('audit');
  if (value === null || value === undefined || value === '') return <span>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return <span>{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</span>;
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

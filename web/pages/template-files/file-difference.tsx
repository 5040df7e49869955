import { useTranslation } from 'react-i18next';
import type { TemplateCheck } from '../../api/template-files.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';

const kinds = ['new', 'gone', 'changed'] as const;

/** What would change: rows new, gone and changed, with examples; of a list of stock-outs what it reports. */
export function FileDifference({ check: { difference, list, last } }: { check: TemplateCheck }) {
  const { t } = useTranslation('templateFiles');
  return (
    <section>
      <h3>{t('difference.title')}</h3>
      {list && (
        <p>
          {t(list.last === null ? 'list.first' : 'list.change', {
            source: list.source,
            date: formatDate(list.date),
            last: formatDate(list.last),
            open: formatCount(list.open),
            added: formatCount(list.added),
            dropped: formatCount(list.dropped),
          })}
        </p>
      )}
      {list && list.unknown > 0 && (
        <p>{t('list.unknown', { count: list.unknown, formatted: formatCount(list.unknown) })}</p>
      )}
      {!last && <p>{t('difference.first')}</p>}
      {difference && kinds.every((kind) => difference[kind].count === 0) && <p>{t('difference.none')}</p>}
      {difference &&
        kinds
          .filter((kind) => difference[kind].count > 0)
          .map((kind) => <Samples key={kind} kind={kind} counted={difference[kind]} />)}
    </section>
  );
}

type Counted = NonNullable<TemplateCheck['difference']>['new'];

function Samples({ kind, counted: { count, samples } }: { kind: (typeof kinds)[number]; counted: Counted }) {
  const { t } = useTranslation('templateFiles');
  return (
    <details className="replace-dialog__samples">
      <summary>{t(`difference.${kind}`, { count, formatted: formatCount(count) })}</summary>
      {samples.length < count && (
        <p className="template-files__soft">{t('difference.some', { count: samples.length })}</p>
      )}
      <ul>
        {samples.map(({ key, name, changes }) => (
          <li key={key}>
            {[key, name].filter(Boolean).join(' · ')}
            {changes.map((change) => (
              <div key={change} className="template-files__soft">
                {change}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

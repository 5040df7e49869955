import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CustomerStatistic, KeptFigures } from '#shared/schemas/customer-page.ts';
import { portalQuery } from '../../api/portal.ts';
import { Link } from '../../components/navigation/link.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate, formatPercent, formatTimeRange } from '../../i18n/formats.ts';
import { type Point, periodsOf, type Shown, shownFigures, sparkline } from './periods.ts';

const format: Record<Shown, (value: number | null) => string> = {
  turnoverTotal: formatAmount,
  turnoverProvider: formatAmount,
  potentialTotal: formatAmount,
  customersGainTotal: formatAmount,
  notDeliverable: formatCount,
  genericPenetration: formatPercent,
};

/** How a customer's key figures have gone from period to period, oldest first, and the figures themselves. */
export function CustomerFigures({ statistics }: { statistics: readonly CustomerStatistic[] }) {
  const { t } = useTranslation('customer');
  const { data: portal } = useQuery(portalQuery);
  const { points, perMonth } = periodsOf(statistics);
  const old = statistics.filter(({ figures }) => figures && !figures.current);
  const missing = statistics.filter(({ active, figures }) => active && !figures);
  const nameOf = (figure: Shown) => t(`figure.${figure}`, { provider: portal?.providerName ?? '' });
  const newest = points.at(-1);
  return (
    <section className="customer__figures">
      <h2>{t('figures.title')}</h2>
      <p className="note">{perMonth ? t('figures.perMonth') : t('figures.exFactory')}</p>
      {old.length > 0 && (
        <p className="note customer__note" role="status">
          {t('figures.old', { date: oldestDay(old) })}
        </p>
      )}
      {missing.length > 0 && (
        <p className="note customer__note" role="status">
          {t('figures.missing', { count: missing.length, statistics: formatCount(missing.length) })}
        </p>
      )}
      {newest && (
        <>
          <ul className="plain-list customer__tiles">
            {shownFigures.map((figure) => (
              <li key={figure} className="customer__tile">
                <span className="customer__tile-label">{nameOf(figure)}</span>
                <span className="customer__tile-value">{format[figure](newest.values[figure])}</span>
                <span className="note customer__note">{noteOf(figure, newest.figures)}</span>
                <Sparkline values={points.map(({ values }) => values[figure])} />
              </li>
            ))}
          </ul>
          <ScrollingTable label={t('figures.title')}>
            <thead>
              <tr>
                <th scope="col">{t('figures.period')}</th>
                {shownFigures.map((figure) => (
                  <th key={figure} scope="col">
                    {nameOf(figure)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{points.toReversed().map(row)}</tbody>
          </ScrollingTable>
        </>
      )}
    </section>
  );

  function row({ statistic, values }: Point) {
    return (
      <tr key={statistic.bezugsStatistikID}>
        <th scope="row">
          <Link to={`/dashboard/${statistic.directLinkId}`}>{formatTimeRange(statistic)}</Link>
        </th>
        {shownFigures.map((figure) => (
          <td key={figure}>{format[figure](values[figure])}</td>
        ))}
      </tr>
    );
  }

  function noteOf(figure: Shown, { alternativeProvider, notDeliverableReplaceable }: KeptFigures) {
    if (figure === 'potentialTotal')
      return t('figures.replaceable', {
        count: alternativeProvider,
        articles: formatCount(alternativeProvider),
      });
    if (figure === 'notDeliverable')
      return t('figures.ofThem', {
        count: notDeliverableReplaceable,
        articles: formatCount(notDeliverableReplaceable),
      });
    return '\u00a0';
  }
}

const WIDTH = 160;
const HEIGHT = 36;

/** The same figures stand in the table. A single one makes no line. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const { path, last } = sparkline(values, WIDTH, HEIGHT);
  if (values.filter((value) => value !== null).length < 2) return null;
  return (
    <svg
      className="customer__line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
    >
      <path d={path} />
      {last && <circle cx={last[0]} cy={last[1]} r={3} />}
    </svg>
  );
}

function oldestDay(statistics: readonly CustomerStatistic[]): string {
  const days = statistics.flatMap(({ figures }) => (figures ? [figures.reckonedAt] : []));
  return formatDate(days.sort()[0]);
}

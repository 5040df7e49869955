import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { summary as summaryView } from '#analytics/views/summary.ts';
import { type Comparison, comparisonQuery } from '../../../api/comparison.ts';
import type { SummaryRow } from '../../../api/views.ts';
import { Skeleton, TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import {
  formatAmount,
  formatCount,
  formatPercent,
  formatRounded,
  formatShare,
  formatSigned,
} from '../../../i18n/formats.ts';
import { periodNames } from '../compare/compared-rows.ts';
import { useCompared } from '../compare/use-compared.ts';
import { useComparedQuestions } from '../compare/use-compared-questions.ts';
import { WhyButton, type WhyQuestion } from '../explain/why-button.tsx';

interface FindingTilesProps {
  directLinkId: string;
  summary: SummaryRow | undefined;
}

/** What there is to talk about: four findings, each a way to where it is shown. They alone round. */
export function FindingTiles({ directLinkId, summary }: FindingTilesProps) {
  const { t } = useTranslation(['dashboard', 'figures']);
  const pathOf = useDashboardPath(directLinkId);
  const of = (value: (row: SummaryRow) => string) => summary && value(summary);
  return (
    <ul className="plain-list finding-tiles" aria-label={t('tiles.label')}>
      <Tile
        label={t('tiles.potential')}
        to={pathOf('potential')}
        figure="potentialTotal"
        value={of((row) => `CHF ${formatRounded(row.potentialTotal)}`)}
        exact={of((row) => `CHF ${formatAmount(row.potentialTotal)}`)}
        note={of(({ alternativeProvider: count }) =>
          t('tiles.replaceable', { count, articles: formatCount(count) }),
        )}
      />
      <Tile
        label={t('figures:notDeliverable.label')}
        to={pathOf('not_deliverable')}
        figure="notDeliverable"
        value={of((row) => formatCount(row.notDeliverable))}
        note={of(({ notDeliverableReplaceable: count }) =>
          t('tiles.ofThem', { count, articles: formatCount(count) }),
        )}
      />
      <Tile
        label={t('figures:genericPenetration.label')}
        to={pathOf('products', { type: ['generika'] })}
        figure="genericPenetration"
        value={of((row) => formatPercent(row.genericPenetration))}
        note={t('tiles.benchmark')}
      />
      <TurnoverTile {...{ directLinkId, summary }} />
    </ul>
  );
}

/** The change against the period beside this one; the turnover while there is none, or the two can't be compared. */
function TurnoverTile({ directLinkId, summary }: FindingTilesProps) {
  const { t } = useTranslation(['dashboard', 'figures']);
  const pathOf = useDashboardPath(directLinkId);
  const [compared] = useCompared();
  const { data, isError } = useQuery({
    ...comparisonQuery(directLinkId, compared ?? '', summaryView),
    enabled: compared !== null,
  });
  const to = pathOf('top_manufacturers');
  const exact = summary && `CHF ${formatAmount(summary.turnoverTotal)}`;
  const figure = 'turnoverTotal';
  if (compared === null || isError)
    return (
      <Tile
        label={t('figures:turnoverTotal.label')}
        {...{ to, figure, exact }}
        value={summary && `CHF ${formatRounded(summary.turnoverTotal)}`}
        note={summary && t('tiles.exFactory')}
      />
    );
  if (data) return <ChangeTile comparison={data} otherId={compared} {...{ to, figure, exact }} />;
  return <Tile label={t('tiles.change')} {...{ to, figure, exact }} value={undefined} note={undefined} />;
}

interface ChangeTileProps extends Pick<TileProps, 'to' | 'figure' | 'exact'> {
  comparison: Comparison;
  otherId: string;
}

function ChangeTile({ comparison, otherId, ...tile }: ChangeTileProps) {
  const { t } = useTranslation(['dashboard', 'figures', 'compare']);
  const questionOf = useComparedQuestions(comparison, otherId);
  const { perMonth, changePercent } = comparison.rows.find(({ figure }) => figure === tile.figure)!;
  const value = formatSigned(changePercent, formatShare);
  const asked = {
    name: t('figures:turnoverTotal.label'),
    perMonth,
    question: { view: 'summary', figure: tile.figure },
  };
  return (
    <Tile
      label={t('tiles.change')}
      {...tile}
      value={value}
      question={questionOf('changePercent', value, asked)}
      note={t('tiles.against', { period: periodNames(comparison, t('compare:with')).other })}
    />
  );
}

interface TileProps {
  label: string;
  to: string;
  /** Of the summary: what the tile is asked about, unless it is a question of its own. */
  figure: keyof SummaryRow;
  question?: WhyQuestion;
  /** Undefined while they are loading. */
  value: string | undefined;
  note: ReactNode | undefined;
  /** What the value is rounded from. */
  exact?: string | undefined;
}

function Tile(props: TileProps) {
  const { label, to, figure, question = { view: 'summary', figure }, value, note, exact } = props;
  return (
    <li className="stack gap-1 finding-tiles__tile">
      <Link className="finding-tiles__label" to={to}>
        {label}
      </Link>
      <span className="finding-tiles__value" title={exact}>
        <Skeleton width={7}>
          {value && (
            <WhyButton question={question} label={label}>
              {value}
            </WhyButton>
          )}
        </Skeleton>
      </span>
      <span className="note">{note ?? <TextSkeleton words={4} />}</span>
    </li>
  );
}

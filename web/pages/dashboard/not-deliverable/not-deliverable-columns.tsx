import { type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { notDeliverable } from '#analytics/views/not-deliverable.ts';
import type { RowOf } from '../../../api/views.ts';
import { useExpectedTexts } from '../../../components/hooks/use-expected-texts.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import {
  daysSince,
  formatAmount,
  formatCount,
  formatDate,
  formatPacksPerMonth,
} from '../../../i18n/formats.ts';
import { RowLink } from '../layout/row-link.tsx';
import { alternativeBadges, type Badge, productBadges } from '../products/badges.ts';
import type { BesideGain } from '../products/columns-popover.tsx';
import { useBadgeTexts } from '../products/use-badge-texts.ts';
import { type ToCart, ToCartButton, useToCart } from '../to-cart/to-cart-button.tsx';
import '../products/row-badges.css';

export type NotDeliverable = RowOf<typeof notDeliverable>;

const none: readonly NotDeliverable[] = [];

/** An article that cannot be delivered: since when, until when, and how it is with its alternative. */
export function useNotDeliverableColumns(
  directLinkId: string,
  beside: readonly BesideGain[],
  rows: readonly NotDeliverable[] = none,
): readonly ListColumn<NotDeliverable>[] {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const pathOf = useDashboardPath(directLinkId);
  const onFollow = useFollowedLinks();
  const toCart = useToCart(directLinkId);
  return useMemo(() => {
    const potential = t('notDeliverable.potentialPerMonth');
    const gain = t('notDeliverable.customersGain');
    const packs = t('notDeliverable.packsPerMonth');
    const since = t('notDeliverable.since');
    const expected = t('notDeliverable.expected');
    const alternative = t('notDeliverable.alternative', { provider });
    const unknown = t('notDeliverable.unknownPotential');
    const words = { kind: 'text', className: 'not-deliverable__words' } as const;
    return [
      {
        key: 'product',
        kind: 'name',
        heading: t('notDeliverable.product'),
        order: 'alphabetical',
        cell: (row) => (
          <Product row={row} to={pathOf('products', { article: [row.gtin] })} onFollow={onFollow} />
        ),
      },
      {
        key: 'potentialPerMonth',
        kind: 'figure',
        heading: potential,
        label: potential,
        order: 'potentialPerMonth',
        bar: partOfLargest(rows, (row) => row.potentialPerMonth),
        title: (row) => (row.potentialPerMonth === null ? unknown : undefined),
        cell: (row) => (
          <>
            {formatAmount(row.potentialPerMonth)}
            {row.potentialPerMonth === null && <span className="visually-hidden"> {unknown}</span>}
          </>
        ),
      },
      {
        key: 'customersGain',
        kind: 'figure',
        heading: gain,
        label: gain,
        cell: (row) => formatAmount(row.customersGain),
      },
      ...beside.map((figure): ListColumn<NotDeliverable> => {
        const heading = t(`notDeliverable.${figure}`);
        return {
          key: figure,
          kind: 'figure',
          heading,
          label: heading,
          cell: (row) => formatAmount(row[figure]),
        };
      }),
      {
        key: 'packsPerMonth',
        kind: 'figure',
        heading: packs,
        label: packs,
        order: 'packsPerMonth',
        bar: partOfLargest(rows, (row) => row.packsPerMonth),
        title: (row) => formatCount(row.qtySum1),
        cell: (row) => formatPacksPerMonth(row.packsPerMonth),
      },
      {
        ...words,
        key: 'since',
        heading: since,
        label: since,
        order: 'reportedOn',
        cell: (row) => <Since row={row} />,
      },
      {
        ...words,
        key: 'expected',
        heading: expected,
        label: expected,
        cell: (row) => <Expected row={row} />,
      },
      {
        ...words,
        key: 'alternative',
        heading: alternative,
        label: alternative,
        cell: (row) => <Alternative row={row} toCart={toCart} />,
      },
    ];
  }, [t, provider, pathOf, onFollow, toCart, beside, rows]);
}

interface CellProps {
  row: NotDeliverable;
}

interface ProductProps extends CellProps {
  /** Address of the article in the product analysis. */
  to: string;
  onFollow: (event: MouseEvent) => void;
}

function Product({ row, to, onFollow }: ProductProps) {
  // That it is not deliverable goes without saying here.
  const badges = productBadges({ ...row, stockOut1: false }, false);
  return (
    <>
      <RowLink to={to} onFollow={onFollow}>
        {row.productName}
      </RowLink>{' '}
      <Badges badges={badges} />
      {row.manufacturer && <Note>{row.manufacturer}</Note>}
    </>
  );
}

function Since({ row }: CellProps) {
  const { t } = useTranslation('lists');
  const since = useSince()(row.deliverabilityReportingDate1);
  return row.knownSinceAtLeast1 ? t('notDeliverable.atLeast', { since }) : since;
}

function Expected({ row }: CellProps) {
  const { t } = useTranslation('lists');
  const expected = useExpectedTexts();
  const said = { delivery: row.deliverability1, week: row.deliverabilityWeek1, list: row.listDate1 };
  return (
    <>
      <span title={expected.days(said)}>{expected.value(said) || '–'}</span>
      {row.deliverabilityStatus1 && <Note>{expected.words(row.deliverabilityStatus1)}</Note>}
      {row.deliverabilityComment1 && (
        <Note>
          {t('notDeliverable.comment', {
            comment: expected.words(row.deliverabilityComment1),
          })}
        </Note>
      )}
      {row.deliverabilityUpdate1 && (
        <Note>{t('notDeliverable.updated', { date: formatDate(row.deliverabilityUpdate1) })}</Note>
      )}
      {row.sourcesDisagree1 && <Note>{t('notDeliverable.sourcesDisagree')}</Note>}
    </>
  );
}

interface AlternativeProps extends CellProps {
  /** Null for visitors. */
  toCart: ToCart | null;
}

function Alternative({ row, toCart }: AlternativeProps) {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const since = useSince();
  const expected = useExpectedTexts();
  const said = { delivery: row.deliverability2, week: row.deliverabilityWeek2 };
  if (row.provider1) return <Note>{t('notDeliverable.own', { provider })}</Note>;
  if (row.alternativeGTIN === null) return <Note>{t('notDeliverable.noAlternative')}</Note>;
  return (
    <>
      {row.alternativeProductName} <Badges badges={alternativeBadges({ ...row, stockOut1: true })} />
      {toCart && row.stockOut2 === false && (
        <ToCartButton gtin={row.alternativeGTIN} name={row.alternativeProductName ?? ''} toCart={toCart} />
      )}
      <span
        className="note not-deliverable__note"
        data-deliverable={row.stockOut2 === false}
        title={expected.days(said)}
      >
        {row.stockOut2
          ? [
              t('notDeliverable.notDeliverable', { since: since(row.deliverabilityReportingDate2) }),
              expected.sentence(said),
            ]
              .filter(Boolean)
              .join(' · ')
          : t('notDeliverable.deliverable')}
      </span>
    </>
  );
}

/** Says a date and how long ago it is. */
function useSince() {
  const { t } = useTranslation('lists');
  const today = useToday();
  return (date: string | null) =>
    date === null
      ? formatDate(date)
      : `${formatDate(date)} (${t('notDeliverable.days', { count: daysSince(date, today) })})`;
}

function Badges({ badges }: { badges: readonly Badge[] }) {
  const texts = useBadgeTexts();
  if (badges.length === 0) return null;
  return (
    <span className="not-deliverable__badges">
      {badges.map((badge) => (
        <span key={badge.kind} className="row-badge" data-badge={badge.kind} title={texts.title(badge)}>
          <span aria-hidden="true">{texts.short(badge.kind)}</span>
          <span className="visually-hidden">{texts.title(badge)}</span>
        </span>
      ))}
    </span>
  );
}

function Note({ children }: { children: string }) {
  return <span className="note not-deliverable__note">{children}</span>;
}

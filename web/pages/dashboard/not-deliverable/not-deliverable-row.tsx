import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { notDeliverable } from '#analytics/views/not-deliverable.ts';
import type { RowOf } from '../../../api/views.ts';
import { useExpectedTexts } from '../../../components/hooks/use-expected-texts.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import { daysSince } from '../../../i18n/days.ts';
import { formatAmount, formatCount, formatDate, formatPacksPerMonth } from '../../../i18n/formats.ts';
import { useProvider } from '../filter/use-filter-texts.ts';
import { RowLink } from '../layout/row-link.tsx';
import { alternativeBadges, type Badge, productBadges } from '../products/badges.ts';
import '../products/row-badges.css';
import { useBadgeTexts } from '../products/use-badge-texts.ts';
import type { ToCart } from '../to-cart/to-cart-button.tsx';
import { ToCartButton } from '../to-cart/to-cart-button.tsx';

export type NotDeliverable = RowOf<typeof notDeliverable>;

interface NotDeliverableRowProps {
  row: NotDeliverable;
  /** Address of the article in the product analysis. */
  to: string;
  onFollow: (event: MouseEvent) => void;
  /** Null for visitors. */
  toCart: ToCart | null;
}

/** An article that cannot be delivered: since when, until when, and how it is with its alternative. */
export const NotDeliverableRow = memo(function NotDeliverableRow(props: NotDeliverableRowProps) {
  const { row, to, onFollow, toCart } = props;
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const since = useSince();
  const expected = useExpectedTexts();
  const said = { delivery: row.deliverability1, week: row.deliverabilityWeek1, list: row.listDate1 };
  const unknown = row.potentialPerMonth === null;
  // That it is not deliverable goes without saying here.
  const badges = productBadges({ ...row, stockOut1: false }, false);
  return (
    <tr data-row={row.gtin}>
      <th scope="row">
        <RowLink to={to} onFollow={onFollow}>
          {row.productName}
        </RowLink>{' '}
        <Badges badges={badges} />
        {row.manufacturer && <Note>{row.manufacturer}</Note>}
      </th>
      <td
        data-label={t('notDeliverable.potentialPerMonth')}
        title={unknown ? t('notDeliverable.unknownPotential') : undefined}
      >
        {formatAmount(row.potentialPerMonth)}
        {unknown && <span className="visually-hidden"> {t('notDeliverable.unknownPotential')}</span>}
      </td>
      <td data-label={t('notDeliverable.packsPerMonth')} title={formatCount(row.qtySum1)}>
        {formatPacksPerMonth(row.packsPerMonth)}
      </td>
      <td className="not-deliverable__words" data-label={t('notDeliverable.since')}>
        {row.knownSinceAtLeast1
          ? t('notDeliverable.atLeast', { since: since(row.deliverabilityReportingDate1) })
          : since(row.deliverabilityReportingDate1)}
      </td>
      <td className="not-deliverable__words" data-label={t('notDeliverable.expected')}>
        <span title={expected.days(said)}>{expected.value(said) || '–'}</span>
        {row.deliverabilityStatus1 && <Note>{row.deliverabilityStatus1}</Note>}
        {row.deliverabilityComment1 && (
          <Note>{t('notDeliverable.comment', { comment: row.deliverabilityComment1 })}</Note>
        )}
        {row.deliverabilityUpdate1 && (
          <Note>{t('notDeliverable.updated', { date: formatDate(row.deliverabilityUpdate1) })}</Note>
        )}
        {row.sourcesDisagree1 && <Note>{t('notDeliverable.sourcesDisagree')}</Note>}
      </td>
      <td className="not-deliverable__words" data-label={t('notDeliverable.alternative', { provider })}>
        <Alternative row={row} toCart={toCart} />
      </td>
    </tr>
  );
});

function Alternative({ row, toCart }: Pick<NotDeliverableRowProps, 'row' | 'toCart'>) {
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
        className="not-deliverable__note"
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
  return <span className="not-deliverable__note">{children}</span>;
}

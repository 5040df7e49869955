import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExpectedTexts, useExpectedTexts } from '../../../components/hooks/use-expected-texts.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { formatAmount, formatCount, formatDate, remembered } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { Badge, BadgeKind } from './badges.ts';
import type { ProductRow } from './table-columns.ts';

export interface Detail {
  name: string;
  value: string;
}

/** What badges tell of a row beyond their titles. */
export type BadgeFacts = Pick<
  ProductRow,
  | 'deliverabilityStatus1'
  | 'deliverabilityStatus2'
  | 'deliverabilityReportingDate1'
  | 'deliverabilityReportingDate2'
  | 'deliverabilityUpdate1'
  | 'deliverabilityUpdate2'
  | 'deliverability1'
  | 'deliverability2'
  | 'deliverabilityWeek1'
  | 'deliverabilityWeek2'
  | 'deliverabilityComment2'
  | 'backInStockDate2'
  | 'alternativeProductName'
  | 'alternativeGTIN'
  | 'pharmacode2'
  | 'qtySum2'
  | 'efPreis2'
>;

/** Gives one of them. */
export type FactOf = <Name extends keyof BadgeFacts>(name: Name) => BadgeFacts[Name];

export interface BadgeTexts {
  /** What stands on the badge. */
  short: (kind: BadgeKind) => string;
  title: (badge: Badge) => string;
  /** What the row tells beyond the title. */
  details: (badge: Badge, factOf: FactOf) => Detail[];
  /** All of it in one line. */
  whole: (badge: Badge, factOf: FactOf) => string;
}

/** Says what badges mean. The same object until the language or the day changes. */
export function useBadgeTexts(): BadgeTexts {
  const { t } = useTranslation('products');
  const { provider, rate } = useProvider();
  const expected = useExpectedTexts();
  return useMemo(() => {
    const installation = { provider, rate };
    const ownTitle = remembered<BadgeKind>((kind) => t(`badge.${kind}.title`, installation));
    const alternativeTitle = remembered<BadgeKind>((kind) =>
      t('badge.ofAlternative', { text: ownTitle(kind) }),
    );
    const factName = remembered<FactName>((name) => t(`fact.${name}`));
    const texts: BadgeTexts = {
      short: remembered((kind) => t(`badge.${kind}.short`, installation)),
      title: ({ kind, side }) => (side === 'alternative' ? alternativeTitle(kind) : ownTitle(kind)),
      details(badge, factOf) {
        const told = facts(badge, factOf, expected).filter(({ value }) => value);
        return told.map(({ name, value }) => ({ name: factName(name), value: value as string }));
      },
      whole(badge, factOf) {
        const details = texts.details(badge, factOf).map(({ name, value }) => labelled(name, value));
        return [texts.title(badge), ...details].join(', ');
      },
    };
    return texts;
  }, [t, provider, rate, expected]);
}

type FactName =
  | 'status'
  | 'since'
  | 'updated'
  | 'expected'
  | 'comment'
  | 'backSince'
  | 'name'
  | 'gtin'
  | 'pharmacode'
  | 'existing'
  | 'price';

function facts(
  { kind, side }: Badge,
  cell: FactOf,
  expected: ExpectedTexts,
): { name: FactName; value: string | null }[] {
  const own = side === 'product';
  const inWords = (text: string | null) => text && expected.words(text);
  const reported = date(cell(own ? 'deliverabilityReportingDate1' : 'deliverabilityReportingDate2'));
  if (kind === 'undeliverable') {
    return [
      { name: 'status', value: inWords(cell(own ? 'deliverabilityStatus1' : 'deliverabilityStatus2')) },
      { name: 'since', value: reported },
      { name: 'updated', value: date(cell(own ? 'deliverabilityUpdate1' : 'deliverabilityUpdate2')) },
      { name: 'expected', value: expectedIn(side, cell, expected) },
      { name: 'comment', value: own ? null : inWords(cell('deliverabilityComment2')) },
    ];
  }
  if (kind === 'newStockout') return [{ name: 'since', value: reported }];
  if (kind === 'backInStock') return [{ name: 'backSince', value: date(cell('backInStockDate2')) }];
  if (kind === 'alternative') {
    return [
      { name: 'name', value: cell('alternativeProductName') },
      { name: 'gtin', value: cell('alternativeGTIN') },
      { name: 'pharmacode', value: cell('pharmacode2') },
      { name: 'existing', value: formatCount(cell('qtySum2')) },
      { name: 'price', value: formatAmount(cell('efPreis2')) },
    ];
  }
  return [];
}

/** What is itself a tooltip has the days of a week beside it. */
function expectedIn(side: Badge['side'], cell: FactOf, expected: ExpectedTexts): string {
  const said =
    side === 'product'
      ? { delivery: cell('deliverability1'), week: cell('deliverabilityWeek1') }
      : { delivery: cell('deliverability2'), week: cell('deliverabilityWeek2') };
  const days = expected.days(said);
  return days ? `${expected.value(said)} (${days})` : expected.value(said);
}

function date(iso: string | null): string | null {
  return iso && formatDate(iso);
}

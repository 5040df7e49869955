import { Callout } from '@blueprintjs/core';
import { InfoSign, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';
import type { CombinedMembers } from '../../api/combined.ts';
import { formatCount, formatTimeRange } from '../../i18n/formats.ts';
import { memberName } from './member-name.ts';
import './dialogs.css';

/** Same contents, gaps, overlaps and several customers, as far as there are any. */
export function MemberNotices({
  members: { members, gaps, overlaps, customers },
}: {
  members: CombinedMembers;
}) {
  const { t } = useTranslation('combined');
  const named = members.map(({ statistic }) => statistic).filter((statistic) => statistic !== null);
  // Wholesalers of one customer differ in nothing but their files.
  const nameOf = disambiguateLabels(named, memberName, ({ fileName }) => fileName);
  const nameAt = (place: number) => {
    const statistic = members[place - 1]?.statistic;
    return statistic ? nameOf(statistic) : t('members.unnamed', { n: formatCount(place) });
  };
  const doubled = members.filter(({ sameAs }) => sameAs !== null);
  const facts = [
    ...overlaps.map(({ statistics, ...period }) =>
      t('notice.overlap', {
        count: statistics,
        n: formatCount(statistics),
        period: formatTimeRange({ ...period, timeInformation: null }),
      }),
    ),
    ...gaps.map((period) =>
      t('notice.gap', { period: formatTimeRange({ ...period, timeInformation: null }) }),
    ),
    ...(customers > 1 ? [t('notice.customers', { count: customers, n: formatCount(customers) })] : []),
  ];
  return (
    <div role="status">
      {doubled.length > 0 && (
        <Callout intent="warning" icon={<WarningSign />} className="member-notice">
          {doubled.map(({ position, sameAs }) => (
            <p key={position}>{t('notice.same', { one: nameAt(sameAs!), other: nameAt(position) })}</p>
          ))}
        </Callout>
      )}
      {facts.length > 0 && (
        <Callout intent="primary" icon={<InfoSign />} className="member-notice">
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </Callout>
      )}
    </div>
  );
}

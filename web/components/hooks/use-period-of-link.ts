import { useTranslation } from 'react-i18next';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';
import type { StatisticLink } from '../../api/statistics.ts';
import { formatCount, formatDateAndTime, formatTimeRange } from '../../i18n/formats.ts';

/**
 * Which months each of these statistics is of, and of how many it is where it combines several; of several of the same months
 * also when each was uploaded.
 */
export function usePeriodOfLink(links: readonly StatisticLink[] = []): (link: StatisticLink) => string {
  const { t } = useTranslation(['dashboard', 'portal']);
  const periodOf = (link: StatisticLink) =>
    link.members === null
      ? formatTimeRange(link)
      : `${formatTimeRange(link)}, ${t('combinedOf', { count: link.members, n: formatCount(link.members) })}`;
  return disambiguateLabels(links, periodOf, ({ importDate }) =>
    t('portal:nav.uploadedOn', { date: formatDateAndTime(importDate) }),
  );
}

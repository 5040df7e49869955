import { Button } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type StatisticLink, statisticLinksQuery } from '../../api/statistic-links.ts';
import { formatDate, formatDateAndTime, formatMonth, isSamePeriod } from '../../i18n/formats.ts';
import { LaterPopover } from '../loading/later-popover.tsx';
import type { PopoverCode } from '../loading/use-popover-code.ts';
import { LinkItem } from '../navigation/link-item.tsx';
import { useDashboardPath } from '../navigation/use-dashboard-path.ts';

/** Other statistics of the customer whose dashboard is open, each at the page one is on; nothing when there are none. */
export function MoreStatistics({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation();
  const { data: links = [] } = useQuery(statisticLinksQuery(directLinkId));
  if (links.length === 0) return null;
  const menu = ({ Menu, MenuItem }: PopoverCode) => (
    <Menu aria-label={t('nav.moreStatistics')}>
      {links.map((link) => (
        <Entry key={link.directLinkId} link={link} others={links} item={MenuItem} />
      ))}
    </Menu>
  );
  return (
    <LaterPopover content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" endIcon={<CaretDown />} text={t('nav.moreStatistics')} />
    </LaterPopover>
  );
}

interface EntryProps {
  link: StatisticLink;
  others: readonly StatisticLink[];
  item: PopoverCode['MenuItem'];
}

/** A period with the day of its upload; with the time where there are several of the period. */
function Entry({ link, others, item }: EntryProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const page = pathname.split('/')[3] ?? '';
  const pathOf = useDashboardPath(link.directLinkId);
  const from = formatMonth(link.timeMonthFrom, link.timeYearFrom);
  const to = formatMonth(link.timeMonthTo, link.timeYearTo);
  const isOneOfSeveral = others.some((other) => other !== link && isSamePeriod(other, link));
  const uploaded = isOneOfSeveral ? formatDateAndTime(link.importDate) : formatDate(link.importDate);
  const label = t('nav.uploadedOn', { date: uploaded });
  return <LinkItem item={item} to={pathOf(page)} text={`${from} - ${to}`} label={label} />;
}

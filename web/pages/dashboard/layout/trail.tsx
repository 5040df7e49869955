import { ChevronRight } from '@blueprintjs/icons';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Link } from '../../../components/navigation/link.tsx';
import type { FilterChoice } from '../filter/filter-offer.ts';
import { useAtcName } from '../summary/use-atc-name.ts';
import './layout.css';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import { type DashboardPart, dashboardPart } from '../../../page-list.ts';
import { trailSteps } from './trail-steps.ts';

interface TrailProps {
  directLinkId: string;
  page: DashboardPart;
  filters: FilterChoice;
}

/**
 * The way from a wide group to what the page shows of it, each step a way back. Where another list's row was followed than
 * the groups' own, that list is the way back.
 */
export function Trail({ directLinkId, page, filters }: TrailProps) {
  const { t } = useTranslation(['lists', 'groups']);
  const pathOf = useDashboardPath(directLinkId);
  const atcName = useAtcName();
  const steps = trailSteps(page, filters);
  const cameFrom = useCameFrom(directLinkId, page);
  const nameOf = usePageLabel();
  const isOnTheWay = cameFrom && steps.some(({ path }) => path === dashboardPart(cameFrom.page));
  // From a list that is not the group's own: the way back is to that list, as it was.
  const isAside = cameFrom && !isOnTheWay && dashboardPart(cameFrom.page) !== '';
  if (steps.length === 0 && !cameFrom) return null;
  const wordOf = ({ group, value }: (typeof steps)[number]) => (group === 'atc' ? atcName(value) : value);
  return (
    <nav className="trail" aria-label={t('trail')}>
      <ol className="row gap-1 plain-list bp6-text-muted">
        {cameFrom && (isAside || steps.length === 0) && (
          <li>
            <Link to={cameFrom.address}>{nameOf(cameFrom.page)}</Link>
            <ChevronRight size={14} />
          </li>
        )}
        {steps.map((step) => (
          <Fragment key={step.group}>
            {!isAside && (
              <li>
                <Link to={pathOf(step.path, step.choices)}>{t(`groups:${step.group}.title`)}</Link>
                <ChevronRight size={14} />
              </li>
            )}
            <li>
              <span className="trail__word" title={wordOf(step)}>
                {wordOf(step)}
              </span>
              <ChevronRight size={14} />
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

/** The other page of the dashboard whose row led here, as it was. */
function useCameFrom(directLinkId: string, page: DashboardPart) {
  const { state } = useLocation();
  const pages = usePages()('dashboard');
  const address = (state as { from?: string } | null)?.from;
  if (!address) return null;
  const [, , id, part = ''] = new URL(address, location.origin).pathname.split('/');
  const from = id === directLinkId && part !== page && pages.find((each) => dashboardPart(each) === part);
  return from ? { address, page: from } : null;
}

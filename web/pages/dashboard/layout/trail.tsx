import { ChevronRight } from '@blueprintjs/icons';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Link } from '../../../components/link.tsx';
import type { FilterChoice } from '../filter/filter-offer.ts';
import { useAtcName } from '../summary/use-atc-name.ts';
import './trail.css';
import { useDashboardPath } from '../../../components/use-dashboard-path.ts';
import { usePageLabel } from '../../../components/use-page-label.ts';
import { usePages } from '../../../components/use-pages.ts';
import { dashboardPart } from '../../../page.ts';
import { trailSteps } from './trail-steps.ts';

interface TrailProps {
  directLinkId: string;
  page: string;
  filters: FilterChoice;
}

/**
 * The way from a wide group to what the page shows of it, each step a way back. Where no group led here, the list does
 * whose row was followed.
 */
export function Trail({ directLinkId, page, filters }: TrailProps) {
  const { t } = useTranslation(['lists', 'groups']);
  const pathOf = useDashboardPath(directLinkId);
  const atcName = useAtcName();
  const steps = trailSteps(page, filters);
  const cameFrom = useCameFrom(directLinkId, page);
  const nameOf = usePageLabel();
  if (steps.length === 0) {
    return (
      cameFrom && (
        <nav className="trail" aria-label={t('trail')}>
          <ol>
            <li>
              <Link to={cameFrom.address}>{nameOf(cameFrom.page)}</Link>
              <ChevronRight size={14} />
            </li>
          </ol>
        </nav>
      )
    );
  }
  return (
    <nav className="trail" aria-label={t('trail')}>
      <ol>
        {steps.map(({ path, choices, group, value }) => (
          <Fragment key={group}>
            <li>
              <Link to={pathOf(path, choices)}>{t(`groups:${group}.title`)}</Link>
              <ChevronRight size={14} />
            </li>
            <li>
              {group === 'atc' ? atcName(value) : value}
              <ChevronRight size={14} />
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

/** The other page of the dashboard whose row led here, as it was. */
function useCameFrom(directLinkId: string, page: string) {
  const { state } = useLocation();
  const pages = usePages()('dashboard');
  const address = (state as { from?: string } | null)?.from;
  if (!address) return null;
  const [, , id, part = ''] = new URL(address, location.origin).pathname.split('/');
  const from = id === directLinkId && part !== page && pages.find((each) => dashboardPart(each) === part);
  return from ? { address, page: from } : null;
}

import { ChevronRight } from '@blueprintjs/icons';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../../components/link.tsx';
import type { FilterChoice } from '../filter/filter-offer.ts';
import { useAtcName } from '../summary/use-atc-name.ts';
import './trail.css';
import { useDashboardPath } from '../../../components/use-dashboard-path.ts';
import { trailSteps } from './trail-steps.ts';

interface TrailProps {
  directLinkId: string;
  page: string;
  filters: FilterChoice;
}

/** The way from a wide group to what the page shows of it, each step a way back. */
export function Trail({ directLinkId, page, filters }: TrailProps) {
  const { t } = useTranslation(['lists', 'groups']);
  const pathOf = useDashboardPath(directLinkId);
  const atcName = useAtcName();
  const steps = trailSteps(page, filters);
  if (steps.length === 0) return null;
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

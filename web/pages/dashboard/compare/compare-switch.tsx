import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { statisticLinksQuery } from '../../../api/statistics.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import './compare.css';
import { useCompared } from './use-compared.ts';

interface CompareSwitchProps {
  directLinkId: string;
}

/** Chooses a period of the same customer to set beside this one; nothing where there is none. */
export function CompareSwitch({ directLinkId }: CompareSwitchProps) {
  const { t } = useTranslation('compare');
  const [compared, choose] = useCompared();
  const { data: links } = useQuery(statisticLinksQuery(directLinkId));
  const id = useId();
  return (
    <div className="compare-switch">
      {links && links.length > 0 && (
        <>
          <label htmlFor={id}>{t('with')}</label>
          <HTMLSelect
            id={id}
            value={compared ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value || null)}
          >
            <option value="">{t('nothing')}</option>
            {links.map((link) => (
              <option key={link.directLinkId} value={link.directLinkId}>
                {formatTimeRange(link)}
              </option>
            ))}
          </HTMLSelect>
        </>
      )}
    </div>
  );
}

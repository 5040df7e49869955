import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filterListQuery, type ListedGroup } from '../../../api/filter-lists.ts';
import { market } from '../../../api/market.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { ChoiceList } from './choice-list.tsx';

interface FilterListProps {
  directLinkId: string;
  group: ListedGroup;
  /** The day since which choices of the market count their stock-outs; without one they count nothing. */
  stockOutSince: string | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The choices of one filter that the statistic fills. */
export function FilterList({ directLinkId, group, stockOutSince, chosen, onChange }: FilterListProps) {
  const { t } = useTranslation(['filters', 'groups']);
  const list = useQuery(filterListQuery(directLinkId, group, stockOutSince));
  const ofStockouts = stockOutSince === undefined ? null : 'stockouts';
  if (list.isError) return <FailureNotice error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <div className={`filter-form__waiting ${Classes.SKELETON}`} aria-hidden="true" />;
  if (list.data.length === 0) return <p className="filter-form__none">{t('list.none')}</p>;
  return (
    <>
      <ChoiceList
        label={t(`groups:${group}.filter`)}
        options={list.data}
        chosen={chosen}
        onChange={onChange}
        counted={directLinkId === market ? ofStockouts : 'articles'}
        takesAll={directLinkId === market && group === 'manufacturer'}
      />
      <p className="filter-form__chosen">
        <span role="status">{t('list.chosen', { count: chosen.length })}</span>
        <Button
          variant="minimal"
          size="small"
          text={t('list.clear')}
          disabled={chosen.length === 0}
          onClick={() => onChange([])}
        />
      </p>
    </>
  );
}

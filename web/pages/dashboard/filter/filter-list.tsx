import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { market } from '../../../api/changed-statistics.ts';
import { type FilterOption, filterListQuery, type ListedGroup } from '../../../api/filter-lists.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { OptionList } from '../../../components/forms/option-list.tsx';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import './filter-chips.css';

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

interface ChoiceListProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** What the counts of the choices are of; null: they are not shown. */
  counted: 'articles' | 'stockouts' | null;
  /** Offers to choose all that the search has found. */
  takesAll?: boolean;
}

const nameOf = ({ name }: FilterOption) => name;

/** Any number of choices out of a filter's list, each with its count and, where it is known, its potential in CHF. */
function ChoiceList(props: ChoiceListProps) {
  const { label, options, chosen, onChange, counted, takesAll = false } = props;
  const { t } = useTranslation('filters');
  const hasPotential = options.some(({ turnoverPotential }) => turnoverPotential !== undefined);
  const countHeading = counted && t(`list.${counted}`);
  // Beside figures there would be room for eight letters of a name.
  const isSmall = useSmallScreen();
  return (
    <OptionList
      className={hasPotential ? 'choice-list choice-list--potential' : 'choice-list'}
      label={label}
      options={options}
      chosen={chosen}
      onChange={onChange}
      textOf={nameOf}
      rowHeight={isSmall ? 60 : 36}
      sendsForm
      heading={(found, isSearched) => (
        <>
          {takesAll && (
            <Button
              className="choice-list__all"
              variant="minimal"
              size="small"
              text={isSearched ? t('list.allFound', { count: found.length }) : t('list.all')}
              disabled={found.every(({ id }) => chosen.includes(id))}
              onClick={() => onChange([...new Set([...chosen, ...found.map(({ id }) => id)])])}
            />
          )}
          {counted && (
            <div className="choice-list__heading" data-potential={hasPotential} aria-hidden="true">
              <span>{label}</span>
              <span>{countHeading}</span>
              {hasPotential && <span>{t('list.potential')}</span>}
            </div>
          )}
        </>
      )}
    >
      {({ name, count, turnoverPotential }) => (
        <>
          <span className="option-list__name">{name}</span>
          {counted && (
            <>
              <span className="visually-hidden">, </span>
              <span className="choice-list__figure" data-heading={countHeading} data-none={count === 0}>
                {formatCount(count)}
              </span>
              <span className="choice-list__units visually-hidden">
                {hasPotential ? `${countHeading}, ${t('list.potential')}` : countHeading}
              </span>
            </>
          )}
          {hasPotential && (
            <span className="choice-list__figure" data-heading={t('list.potential')}>
              {formatAmount(turnoverPotential)}
            </span>
          )}
        </>
      )}
    </OptionList>
  );
}

import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { product } from '#analytics/views/product.ts';
import { filterListQuery } from '../../../api/filter-lists.ts';
import { rowsQuery } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { OptionList } from '../../../components/forms/option-list.tsx';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { duplicatesQuery } from '../duplicate-products/duplicate-queries.ts';
import { type Entry, type Kind, type kinds, type SwitchRow, switchesQuery } from './what-if-queries.ts';

type Listed = (typeof kinds)[number];

interface Option {
  id: string;
  name: string;
  /** CHF; null where none is known. */
  potential: number | null;
}

interface ChoiceListProps {
  directLinkId: string;
  kind: Listed;
  entries: readonly Entry[];
  onChange: (entries: readonly Entry[]) => void;
}

const nameOf = ({ name }: Option) => name;

/** What of a kind can switch, to be searched and chosen. */
export function ChoiceList({ directLinkId, kind, entries, onChange }: ChoiceListProps) {
  const { t } = useTranslation('whatIf');
  const isSmall = useSmallScreen();
  const { options, error, refetch } = useOptions(directLinkId, kind);
  if (error) return <FailureNotice error={error} onRetry={refetch} />;
  if (!options) return <div className={`what-if__options ${Classes.SKELETON}`} aria-hidden="true" />;
  const ofKind = entries.filter((entry) => entry.kind === kind);
  return (
    <div className="what-if__options">
      <OptionList
        label={t(`kinds.${kind}`)}
        options={options}
        chosen={ofKind.map(({ name }) => name)}
        onChange={(chosen) =>
          onChange([
            ...entries.filter((entry) => entry.kind !== kind),
            ...chosen.map(
              (name) =>
                ofKind.find((entry) => entry.name === name) ?? { kind: kind as Kind, name, share: null },
            ),
          ])
        }
        textOf={nameOf}
        rowHeight={isSmall ? 44 : 36}
      >
        {({ name, potential }) => (
          <span className="what-if__option">
            <span className="option-list__name" title={name}>
              {name}
            </span>
            {potential !== null && <span>{formatAmount(potential)}</span>}
          </span>
        )}
      </OptionList>
    </div>
  );
}

/** Whatever of the kind has an alternative, most potential first; products whose alternative can be delivered. */
function useOptions(directLinkId: string, kind: Listed) {
  const isGroup = kind === 'molecule' || kind === 'manufacturer';
  const groups = useQuery({
    ...filterListQuery(directLinkId, isGroup ? kind : 'molecule'),
    enabled: isGroup,
  });
  const everything = { chosen: ['all'], share: '1', benchmark: null };
  const products = useQuery({
    ...switchesQuery(directLinkId, everything, null),
    enabled: kind === 'product',
  });
  const sets = useQuery({
    ...duplicatesQuery(directLinkId, { sortBy: 'turnoverPotential' }),
    enabled: kind === 'set',
  });
  const query = isGroup ? groups : kind === 'product' ? products : sets;
  const options = isGroup
    ? groups.data
        ?.filter(({ turnoverPotential }) => turnoverPotential)
        .map(({ id, name, turnoverPotential = null }): Option => ({ id, name, potential: turnoverPotential }))
        .toSorted((a, b) => b.potential! - a.potential!)
    : kind === 'product'
      ? products.data?.map(
          (row: SwitchRow): Option => ({
            id: row.article,
            name: row.productName ?? row.article,
            potential: row.turnoverPotential,
          }),
        )
      : sets.data && [
          ...new Map(
            sets.data.map(({ gtiN2, description2 }): [string, Option] => [
              gtiN2,
              { id: gtiN2, name: description2, potential: null },
            ]),
          ).values(),
        ];
  return { options, error: query.error, refetch: query.refetch };
}

/** What the chosen things are called. */
export function useNames(directLinkId: string, entries: readonly Entry[]): (entry: Entry) => string {
  const { t } = useTranslation('whatIf');
  const article = entries.filter(({ kind }) => kind === 'product').map(({ name }) => name);
  const products = useQuery({
    ...rowsQuery(directLinkId, product, { article, limit: null, offset: null }),
    enabled: article.length > 0,
  });
  const sets = useQuery({
    ...duplicatesQuery(directLinkId, { sortBy: 'turnoverPotential' }),
    enabled: entries.some(({ kind }) => kind === 'set'),
  });
  return ({ kind, name }) => {
    if (kind === 'all') return t('kind.all');
    if (kind === 'product') return products.data?.find((row) => row.article === name)?.productName ?? name;
    if (kind === 'set') return sets.data?.find(({ gtiN2 }) => gtiN2 === name)?.description2 ?? name;
    return name;
  };
}

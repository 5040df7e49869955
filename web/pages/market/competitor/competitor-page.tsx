import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { stockoutsSince } from '../layout/list-settings.tsx';
import { MarketList } from '../layout/market-list.tsx';
import { competitorPage } from '../list-queries.ts';
import { factsOf } from '../stockout-badges.ts';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';

type Row = RowOf<(typeof competitorPage)['list']>;

const keyOf = ({ pair }: Row) => pair;
const both = ['product', 'duration'];
const name = ['product'];

/** Name and duration are told once for rows of one name; two products of one name have their own durations. */
function repeats(row: Row, above: Row): readonly string[] {
  if (row.productName !== above.productName) return [];
  return row.gtin === above.gtin ? both : name;
}

/** Every product that is missing, and all that the provider has instead. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(competitorPage);
  const { found } = list;
  const columns = useStockoutColumns<Row>(['product', 'duration', 'alternative', 'manufacturer']);
  return (
    <MarketList
      title={t('competitor.title')}
      page={competitorPage}
      list={list}
      since={stockoutsSince(t, list)}
      counted="products"
      empty={{
        title: t('empty.title'),
        text: list.isChanged ? t('empty.filtered') : undefined,
      }}
      table={{
        columns,
        rows: found,
        keyOf,
        repeats,
        factsOf,
        totals: {},
      }}
    />
  );
}

import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { ListState } from '../../dashboard/layout/list-state.tsx';
import { BadgeLegend } from '../../dashboard/products/badge-legend.tsx';
import { useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { MarketHeader } from '../layout/market-header.tsx';
import { MarketToolbar } from '../layout/market-toolbar.tsx';
import { SinceField } from '../layout/since-field.tsx';
import { listFacts } from '../list-facts.ts';
import { factsOf, stockoutBadgeKinds } from '../stockout-badges.ts';
import { MarketTable } from '../table/market-table.tsx';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';
import { MarketWhy } from '../why/market-why.tsx';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { competitorPage } from './competitor-queries.ts';

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
  const { choice, choose, rows, totals, found } = list;
  const texts = useBadgeTexts();
  const columns = useStockoutColumns<Row>(['product', 'duration', 'alternative', 'manufacturer']);
  const { data: sums } = totals;
  const facts = listFacts(t, sums);

  return (
    <article>
      <MarketHeader title={t('competitor.title')} facts={facts} />
      <MarketToolbar list={list}>
        <SinceField
          label={t('since')}
          day={choice.stockOutSince}
          months={6}
          onChoose={(stockOutSince) => choose({ stockOutSince })}
        />
      </MarketToolbar>
      <ListState
        rows={rows}
        totals={totals}
        isChanged={list.isChanged}
        onReset={list.reset}
        empty={{
          title: t('empty.title'),
          text: list.isChanged ? t('empty.filtered') : undefined,
        }}
      >
        <MarketWhy page={competitorPage} asked={list.asked} sums={sums ?? undefined}>
          <MarketTable
            label={t('competitor.title')}
            columns={columns}
            rows={found}
            keyOf={keyOf}
            repeats={repeats}
            factsOf={factsOf}
            totals={{
              product: (
                <MarketWhyButton figure="products" label={t('column.product')}>
                  {t('total', { count: sums?.products ?? 0, rows: formatCount(sums?.products) })}
                </MarketWhyButton>
              ),
            }}
            isStale={rows.isPlaceholderData}
          />
        </MarketWhy>
        <BadgeLegend label={t('legend')} texts={texts} kinds={stockoutBadgeKinds} />
      </ListState>
    </article>
  );
}

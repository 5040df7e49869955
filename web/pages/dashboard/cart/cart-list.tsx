import { Button, Callout } from '@blueprintjs/core';
import { FilterRemove, Reset } from '@blueprintjs/icons';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cart as cartView } from '#analytics/views/cart.ts';
import type { CartRow, CartSubRow } from '#shared/schemas/cart.ts';
import { requestJson } from '../../../api/client.ts';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import { writeChoice } from '../../../url-state/address.ts';
import type { BesideGain } from '../products/columns-popover.tsx';
import { type CartChoice, type CartFilter, cartPath, filterOf } from './cart-queries.ts';
import { type ShownCart, sums } from './edits/shown-cart.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import { CartTable } from './table/cart-table.tsx';
import { type ArticlesBehind, itemsOf } from './table/items.ts';
import type { useCartActions } from './use-cart-actions.ts';

interface CartListProps {
  directLinkId: string;
  cart: ShownCart;
  /** Those to show. */
  rows: readonly CartRow[];
  /** They are what was looked for. */
  isFinding: boolean;
  choice: CartChoice;
  /** Figures shown beside what the customer gains. */
  beside: readonly BesideGain[];
  edits: UsedEdits;
  actions: ReturnType<typeof useCartActions>;
  listKey: string;
  /** Another one once packs come from elsewhere than the table's fields. */
  elsewhere: string;
  /** By when the order is to be there, seen from which day, and what of it can't be. */
  days: { day: string; today: string };
  late: readonly CartRow[];
  isStale: boolean;
  /** Filters differ from the start. */
  isChanged: boolean;
  onReset: () => void;
  /** Shows what is selected; null while it is shown. */
  onShowSelected: (() => void) | null;
}

/** The rows of a cart, and what is selected besides. */
export function CartList({
  directLinkId,
  cart,
  rows,
  isFinding,
  choice,
  edits,
  actions,
  days,
  late,
  ...props
}: CartListProps) {
  const { t } = useTranslation(['cart', 'lists', 'filters', 'portal']);
  const filter = useMemo(() => filterOf(choice), [choice]);
  const { opened, toggle } = useArticlesBehind(directLinkId, cart.cartKey, filter);
  const replaceable = late.filter(({ nextAlternativeGTIN }) => nextAlternativeGTIN !== null);
  const items = useMemo(() => itemsOf(rows, opened, days), [rows, opened, days]);
  const parameters = useMemo(() => writeChoice(cartView.parameters, { ...choice, also: [] }), [choice]);
  const foundSums = useMemo(() => (isFinding ? sums(rows) : null), [isFinding, rows]);
  const showsSelected = props.onShowSelected === null;
  const hiddenSums = useMemo(() => {
    if (!isFinding && !showsSelected) return cart.hiddenSums;
    const found = new Set(rows);
    return sums([...cart.rows, ...cart.hidden].filter((row) => !found.has(row)));
  }, [isFinding, showsSelected, cart, rows]);
  return (
    <div className="cart-page__list">
      {late.length > 0 && (
        <Callout compact intent="warning">
          <p>
            {t('cart:late.rows', {
              count: late.length,
              amount: formatAmount(sums(late).exFactorySum),
              date: formatDate(days.day),
            })}
          </p>
          {edits.queue && (
            <div className="row row--top">
              <Button
                size="small"
                variant="outlined"
                text={t('cart:late.drop', { amount: formatAmount(sums(late).exFactorySum) })}
                onClick={() => actions.deselectAll(late)}
              />
              {replaceable.length > 0 && (
                <Button
                  size="small"
                  variant="outlined"
                  text={t('cart:late.insteadAll', { count: replaceable.length })}
                  onClick={() => actions.instead(replaceable)}
                />
              )}
            </div>
          )}
        </Callout>
      )}
      {rows.length === 0 ? (
        <PageMessage
          heading="h2"
          icon={<FilterRemove size={36} />}
          title={t('lists:noInformation')}
          text={props.isChanged ? t('lists:empty.filtered') : t('cart:empty')}
          action={
            props.isChanged && <Button icon={<Reset />} text={t('filters:reset')} onClick={props.onReset} />
          }
        />
      ) : (
        <CartTable
          cart={cart}
          foundSums={foundSums}
          items={items}
          parameters={parameters}
          sortBy={choice.sortBy}
          beside={props.beside}
          listKey={props.listKey}
          elsewhere={props.elsewhere}
          isStale={props.isStale}
          onToggle={toggle}
          onType={actions.type}
          onSettle={() => edits.queue?.settle()}
          onTakeBack={actions.takeBack}
          onTransfer={actions.transfer}
          onReset={actions.reset}
          onInstead={(row) => actions.instead([row])}
        />
      )}
      <div className="cart-page__hidden" data-after-table tabIndex={-1}>
        {hiddenSums.rows > 0 && (
          <>
            {t('cart:hidden.text', {
              count: hiddenSums.rows,
              packs: t('portal:packs', { count: hiddenSums.packs }),
              amount: formatAmount(hiddenSums.exFactorySum),
            })}{' '}
            {props.onShowSelected && (
              <Button
                size="small"
                variant="outlined"
                text={t('cart:hidden.show')}
                onClick={props.onShowSelected}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Which rows are opened, and the articles behind them. Another filter closes all. */
function useArticlesBehind(directLinkId: string, cartKey: string, filter: CartFilter) {
  const list = JSON.stringify([cartKey, filter]);
  const [opened, setOpened] = useState<{ list: string; gtins: readonly string[] }>({ list, gtins: [] });
  const gtins = opened.list === list ? opened.gtins : [];
  const behind = useQueries({
    queries: gtins.map((gtin) => ({
      queryKey: ['cart-articles', directLinkId, list, gtin],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestJson<CartSubRow[]>(`${cartPath(directLinkId, cartKey)}/${gtin}`, {
          method: 'POST',
          json: filter,
          signal,
        }),
      // Closing removes them.
      gcTime: 0,
    })),
    combine: (queries) =>
      queries.map(
        ({ data, error }): ArticlesBehind => (data ? { articles: data } : error ? { error } : 'loading'),
      ),
  });
  return {
    opened: useMemo(
      () => new Map(gtins.map((gtin, place) => [gtin, behind[place] ?? 'loading'] as const)),
      [gtins, behind],
    ),
    toggle: (gtin: string) =>
      setOpened({
        list,
        gtins: gtins.includes(gtin) ? gtins.filter((each) => each !== gtin) : [...gtins, gtin],
      }),
  };
}

import { Button, Callout, Classes, HTMLSelect, Switch } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { queryClient } from '../../../api/query-client.ts';
import { sessionQuery } from '../../../api/session.ts';
import { wholesalersQuery } from '../../../api/wholesalers.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import { FindField } from '../../../components/tables/find-field.tsx';
import { useFindText } from '../../../components/tables/use-find-text.ts';
import { usePageChoice } from '../../../url-state/use-page-choice.ts';
import { type FilterChoice, filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { SortPopover } from '../filter/toolbar.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import {
  besideGainOptions,
  ColumnsPopover,
  chosenBesideGain,
  useChosenColumns,
} from '../products/columns-popover.tsx';
import { CartBar } from './cart-bar.tsx';
import { CartButtons } from './cart-buttons.tsx';
import { CartList } from './cart-list.tsx';
import {
  type CartChoice,
  cartOrders,
  cartPage,
  cartParameter,
  cartQuery,
  cartsQuery,
  filterOf,
} from './cart-queries.ts';
import { inOrder, lateRows, namedRows } from './cart-row.ts';
import { Conflicts } from './conflicts.tsx';
import { isUnderWay, type KeptEdit, rowOf } from './edits/edit.ts';
import { useEdits } from './edits/use-edits.ts';
import { isList, readPastedPacks } from './entry/codes.ts';
import { type EntryReport as Report, useEntries, useScanner } from './entry/use-entries.ts';
import { CartSettings } from './settings/cart-settings.tsx';
import { WaitingTable } from './table/cart-table.tsx';
import { useCartActions } from './use-cart-actions.ts';
import './cart-page.css';

const offer = filterOffer(cartPage.choice.schema);

/** What the customer could order instead of what is bought, and what is selected of it. */
export function Component() {
  const { t } = useTranslation('cart');
  const { provider } = useProvider();
  const { directLinkId = '' } = useParams();
  const [parameters] = useSearchParams();
  const whose = parameters.get(cartParameter);
  const { choice, choose, isChanged, reset } = usePageChoice(cartPage);
  const filter = useMemo(() => filterOf(choice), [choice]);
  const filters = useMemo(() => filtersOf(choice, offer), [choice]);
  const { data: user } = useQuery(sessionQuery);
  const { data: wholesalers } = useQuery(wholesalersQuery);
  const query = useQuery(cartQuery(directLinkId, whose, filter));
  const edits = useEdits(directLinkId, query.data, user?.id, filter);
  const { cart, queue } = edits;
  const actions = useCartActions(query.data, edits, filter);
  const entries = useEntries(directLinkId, cart, queue, () =>
    queryClient.getQueryData(cartQuery(directLinkId, whose, filter).queryKey),
  );
  const { text, setText } = useFindText();
  const searched = useDeferredValue(text);
  /** What is shown whatever the filter leaves: rows that were selected, also after they are no more. */
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const [steps, setSteps] = useState(0);
  const stepping = (step: () => void) => () => {
    step();
    setSteps((before) => before + 1);
  };
  useScanner(queue !== null, entries.scan);
  usePageKeys(queue !== null, {
    undo: stepping(actions.undo),
    redo: stepping(actions.redo),
    paste: entries.enterList,
    unfit: entries.unfit,
  });

  const listed = useMemo(() => {
    if (!cart) return [];
    return kept
      ? [...cart.rows, ...cart.hidden].filter(({ gtin, packs }) => packs > 0 || kept.has(gtin))
      : cart.rows;
  }, [cart, kept]);
  const rows = useMemo(
    () => inOrder(namedRows(listed, searched), choice.sortBy),
    [listed, searched, choice.sortBy],
  );

  const [chosen, chooseColumns] = useChosenColumns();
  const beside = useMemo(() => chosenBesideGain(chosen), [chosen]);
  const isSmall = useSmallScreen();

  const today = useToday();
  const day = cart?.deliveryDate ?? usualDeliveryDay(today);
  const days = useMemo(() => ({ day, today }), [day, today]);
  const late = useMemo(() => (cart ? lateRows(cart, days) : []), [cart, days]);

  function showSelected(isOn: boolean) {
    const selected = cart ? [...cart.rows, ...cart.hidden].filter(({ packs }) => packs > 0) : [];
    setKept(isOn ? new Set(selected.map(({ gtin }) => gtin)) : null);
  }
  const chooseFilters = (chosen: FilterChoice) => choose(chosen as Partial<CartChoice>);

  return (
    <article className="cart-page">
      <StatisticHeader directLinkId={directLinkId} title={t('title')}>
        <WhoseCart directLinkId={directLinkId} />
      </StatisticHeader>
      <p className="page-intro" data-own={cart?.own ?? true}>
        {cart && !cart.own
          ? t(cart.mayOrder ? 'readOnly' : 'lookOnly', { name: cart.ownerName })
          : t('intro', { provider })}
      </p>
      {query.isError && <FailureNotice error={query.error} onRetry={query.refetch} />}
      {cart && <CartSettings key={cart.cartKey} cart={cart} onChange={edits.saveHeader} />}
      {query.isPending && (
        <div className={`cart-settings ${Classes.SKELETON}`} data-waiting aria-hidden="true" />
      )}
      <FilterToolbar
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onFilter={chooseFilters}
        isChanged={isChanged}
        onReset={reset}
      >
        <SortPopover orders={cartOrders} current={choice.sortBy} onChoose={(sortBy) => choose({ sortBy })} />
        {/* Phones show what decides, and no column beside it. */}
        {!isSmall && <ColumnsPopover options={besideGainOptions} shown={chosen} onChange={chooseColumns} />}
        <FindField
          text={text}
          setText={setText}
          label={t('find.label')}
          placeholder={t('find.placeholder')}
          count={cart && { found: rows.length, total: listed.length }}
        />
        <Switch
          className="cart-page__selected"
          label={t('onlySelected')}
          checked={kept !== null}
          disabled={!cart}
          onChange={({ currentTarget }) => showSelected(currentTarget.checked)}
        />
      </FilterToolbar>
      {cart && (
        <>
          <CartButtons
            directLinkId={directLinkId}
            cart={cart}
            found={searched.trim() === '' && kept === null ? null : rows}
            edits={edits}
            actions={actions}
            onList={entries.enterList}
          />
          <Conflicts
            edits={edits.edits}
            multiplierExact={cart.multiplierExact}
            wholesalerName={(id) =>
              wholesalers?.find(({ wholesalerID }) => wholesalerID === id)?.wholesalerName ?? String(id)
            }
            onMine={actions.insist}
            onTheirs={(edit) => {
              actions.giveUp(edit);
              entries.leave(edit);
            }}
          />
          {cart.own && <EntryReport report={entries.report} edits={edits.edits} onClose={entries.clear} />}
          <CartList
            directLinkId={directLinkId}
            cart={cart}
            rows={rows}
            isFinding={searched.trim() !== ''}
            choice={choice}
            beside={beside}
            edits={edits}
            actions={actions}
            listKey={JSON.stringify([cart.cartKey, filter, searched, kept !== null, choice.sortBy])}
            elsewhere={`${entries.report.number}:${steps}`}
            days={days}
            late={late}
            isStale={query.isPlaceholderData}
            isChanged={isChanged || text !== '' || kept !== null}
            onReset={() => {
              setText('');
              setKept(null);
              reset();
            }}
            onShowSelected={kept ? null : () => showSelected(true)}
          />
          <CartBar directLinkId={directLinkId} cart={cart} edits={edits} late={late.length} />
        </>
      )}
      {query.isPending && <WaitingTable />}
    </article>
  );
}

/** Chooses between one's own cart and those that others have made visible; nothing where there are none. */
function WhoseCart({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('cart');
  const [parameters, setParameters] = useSearchParams();
  const { data: carts = [], isSuccess } = useQuery(cartsQuery(directLinkId));
  const others = carts.filter(({ own }) => !own);
  const current = parameters.get(cartParameter);
  const chosen = carts.some(({ own, cartKey }) => own && cartKey === current) ? null : current;
  // Its owner has hidden it since, or it never was to be seen: there is a way back to one's own.
  const isGone = isSuccess && chosen !== null && !others.some(({ cartKey }) => cartKey === chosen);
  if (others.length === 0 && !isGone) return null;

  function choose(cartKey: string) {
    const next = new URLSearchParams(parameters);
    if (cartKey === '') next.delete(cartParameter);
    else next.set(cartParameter, cartKey);
    setParameters(next);
  }
  return (
    <div className="whose-cart">
      <label htmlFor="whose-cart">{t('whose.label')}</label>
      <HTMLSelect
        id="whose-cart"
        value={chosen ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t('whose.own')}</option>
        {isGone && <option value={chosen}>–</option>}
        {others.map(({ cartKey, ownerName, selectedRows }) => (
          <option key={cartKey} value={cartKey}>
            {t('whose.of', { name: ownerName, count: selectedRows })}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}

interface EntryReportProps {
  report: Report;
  edits: readonly KeptEdit[];
  onClose: () => void;
}

/** What was scanned or pasted, and what of it fits nowhere. */
function EntryReport({ report, edits, onClose }: EntryReportProps) {
  const { t } = useTranslation('cart');
  if (report.taken.length === 0 && report.unfit.length === 0) return null;
  const fits = report.unfit.length === 0;
  const open = edits.filter((edit) => !isUnderWay(edit));
  const taken = report.taken.filter((gtin) => !open.some((edit) => rowOf(edit, gtin)));
  return (
    <Callout role="status" intent={fits ? 'success' : 'warning'}>
      {(fits || taken.length > 0) && <p>{t('entry.taken', { count: taken.length })}</p>}
      {!fits && (
        <>
          <p>{t('entry.unfit', { count: report.unfit.length })}</p>
          <ul className="cart-page__unfit">
            {report.unfit.map(({ text, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice.
              <li key={place}>
                <code>{text}</code> {t(`entry.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button size="small" variant="outlined" text={t('entry.noted')} onClick={onClose} />
    </Callout>
  );
}

interface PageKeys {
  undo: () => void;
  redo: () => void;
  paste: (text: string) => void;
  /** What was pasted into a field for packs and is no number of them. */
  unfit: (text: string, reason: 'packs' | 'tooMany') => void;
}

/** Undo, redo and lists that are pasted, anywhere on the page but in fields that have their own. */
function usePageKeys(isOn: boolean, { undo, redo, paste, unfit }: PageKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isElsewhere(event.target)) return;
    if (isList(text)) {
      event.preventDefault();
      paste(text);
    } else if (event.target instanceof HTMLInputElement && text.trim() !== '') {
      event.preventDefault();
      const packs = readPastedPacks(text);
      if (typeof packs === 'string') unfit(text.trim(), packs);
      else putInto(event.target, String(packs));
    }
  });
  useEffect(() => {
    if (!isOn) return;
    const over = new AbortController();
    document.addEventListener('keydown', onKeyDown, { signal: over.signal });
    document.addEventListener('paste', onPaste, { signal: over.signal });
    return () => over.abort();
  }, [isOn]);
}

/** In place of what is marked, as if it had been typed. */
function putInto(field: HTMLInputElement, digits: string): void {
  field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** In a dialog, or in a field for text. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="dialog"]')) return true;
  return target.matches('input:not([data-control="packs"]), textarea, select');
}

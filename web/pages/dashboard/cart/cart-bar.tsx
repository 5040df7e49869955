import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core';
import { CaretDown, Download, Envelope, Offline, Tick, Time, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { orderingWholesalersQuery } from '../../../api/wholesalers.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { withinWindow } from '../../../components/dialogs/within-window.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import { NotKept } from '../../../components/feedback/not-kept.tsx';
import { showFailure } from '../../../components/feedback/toasts.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { isUnderWay } from './edits/edit.ts';
import type { QueueState } from './edits/edit-queue.ts';
import type { ShownCart } from './edits/shown-cart.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import { fileOfCart, type OrderFile, orderFiles, ordersQuery } from './orders/order-queries.ts';
import { Thresholds } from './settings/thresholds.tsx';

const VersionsDialog = lazyComponent(() => import('./orders/versions-dialog.tsx'));
const SendDialog = lazyComponent(() => import('./orders/send-dialog.tsx'));

interface CartBarProps {
  directLinkId: string;
  cart: ShownCart;
  edits: UsedEdits;
  /** Products that can't be there by the delivery date. */
  late: number;
}

/** What the order is as it stands, what it lacks, and the ways to make it. */
export function CartBar({ directLinkId, cart, edits, late }: CartBarProps) {
  const { t } = useTranslation('cart');
  const [versions, close] = useDialog('versions');
  const [sending] = useDialog('send');
  const wholesalers = useQuery(orderingWholesalersQuery);
  const { queue } = edits;
  const { sums } = cart;
  const saved = () => queue?.idle() ?? Promise.resolve(true);
  const common = { directLinkId, cartKey: cart.cartKey, onClose: close };
  const canSend = cart.own && cart.deliveryType === 'TransferOrder';
  const isUnconfirmed = edits.edits.some(isUnderWay);
  return (
    <section className="row gap-4 cart-bar" aria-label={t('sums.title')}>
      <Thresholds
        wholesaler={wholesalers.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler)}
        sums={sums}
      />
      <p className="row gap-4 row--baseline cart-bar__sums" data-unconfirmed={isUnconfirmed}>
        <span>
          <b data-sum="rows">{formatCount(sums.rows)}</b> {t('sums.products', { count: sums.rows })}
        </span>
        <span>
          <b data-sum="packs">{formatCount(sums.packs)}</b> {t('sums.packs', { count: sums.packs })}
        </span>
        <span>
          CHF <b data-sum="exFactory">{formatAmount(sums.exFactorySum)}</b>
        </span>
        {sums.withoutPrice > 0 && (
          <span className="note">{t('sums.withoutPrice', { count: sums.withoutPrice })}</span>
        )}
        {late > 0 && (
          <span className="cart-bar__late">
            <Time size={14} /> {t('sums.late', { count: late })}
          </span>
        )}
        {isUnconfirmed && <span className="note">{t('sums.unconfirmed')}</span>}
      </p>
      <div className="row cart-bar__ways">
        {queue && (
          <SaveState edits={edits.edits} trouble={edits.trouble} isKept={edits.isKept} onRetry={queue.wake} />
        )}
        {cart.mayOrder && (
          <Button variant="minimal" text={t('versions.button')} onClick={() => openDialog('versions')} />
        )}
        {cart.mayOrder && (
          <DownloadsMenu
            directLinkId={directLinkId}
            cartKey={cart.cartKey}
            isEmpty={sums.rows === 0}
            isPrimary={!canSend}
            saved={saved}
          />
        )}
        {canSend && (
          <Button
            intent="primary"
            icon={<Envelope />}
            text={t('send.button')}
            disabled={sums.rows === 0}
            onClick={() => openDialog('send')}
          />
        )}
      </div>
      {(versions ?? sending) !== null && (
        <LazyDialog onClose={close}>
          {versions !== null && cart.mayOrder && <VersionsDialog {...common} own={cart.own} />}
          {sending !== null && canSend && <SendDialog {...common} cart={cart} saved={saved} />}
        </LazyDialog>
      )}
    </section>
  );
}

interface SaveStateProps extends QueueState {
  onRetry: () => void;
}

/** Whether everything is saved, what waits for what, and whether it is kept until then. */
function SaveState(props: SaveStateProps) {
  return (
    <>
      <Saving {...props} />
      {!props.isKept && <NotKept />}
    </>
  );
}

function Saving({ edits, trouble, onRetry }: SaveStateProps) {
  const { t } = useTranslation('cart');
  const count = edits.filter(isUnderWay).length;
  if (trouble && count > 0) {
    const offline = !(trouble instanceof ApiFailure) || trouble.status === 0;
    return (
      <span className="note save-state" data-state="waiting" role="status">
        <Offline size={14} /> {t(offline ? 'save.offline' : 'save.trouble', { count })}{' '}
        <Button size="small" variant="outlined" text={t('save.retry')} onClick={onRetry} />
      </span>
    );
  }
  const open = edits.length - count;
  if (count === 0 && open > 0) {
    return (
      <span className="note save-state" data-state="open" role="status">
        <WarningSign size={14} /> {t('save.open', { count: open })}
      </span>
    );
  }
  return (
    <span className="note save-state" data-state={count > 0 ? 'saving' : 'saved'} role="status">
      {count > 0 ? <Spinner size={14} /> : <Tick size={14} />} {t(count > 0 ? 'save.saving' : 'save.saved')}
    </span>
  );
}

interface DownloadsMenuProps {
  directLinkId: string;
  cartKey: string;
  isEmpty: boolean;
  /** There is no other way to order. */
  isPrimary: boolean;
  /** Resolves once all edits are saved; false where some are not. */
  saved: () => Promise<boolean>;
}

/** The order as a file, each of which makes a version of the cart as it is; and the page to leave with the customer. */
function DownloadsMenu({ directLinkId, cartKey, isEmpty, isPrimary, saved }: DownloadsMenuProps) {
  const { t } = useTranslation(['cart', 'dashboard']);
  const [isOpen, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [last, setLast] = useState<OrderFile | 'handout'>('handout');
  const made = useMadeFile();
  const isUnderWay = isWaiting || made.isUnderWay;

  async function fetchFile(file: typeof last) {
    setOpen(false);
    setLast(file);
    if (file === 'handout') {
      await made.start(`/statistics/${encodeURIComponent(directLinkId)}/handout`);
      return;
    }
    setWaiting(true);
    const isSaved = await saved();
    setWaiting(false);
    if (!isSaved) return showFailure(t('cart:download.unsaved'));
    if (await made.start(fileOfCart(directLinkId, cartKey, file))) {
      queryClient.invalidateQueries({ queryKey: ordersQuery(directLinkId, cartKey).queryKey });
    }
  }

  return (
    <>
      <PopoverNext
        {...withinWindow}
        isOpen={isOpen}
        onInteraction={setOpen}
        placement="top-end"
        arrow={false}
        animation="minimal"
        disabled={isUnderWay}
        content={
          <Menu>
            {orderFiles.map((file) => (
              <MenuItem
                key={file}
                text={t(`cart:download.${file}`)}
                disabled={isEmpty}
                onClick={() => fetchFile(file)}
              />
            ))}
            <MenuDivider />
            <MenuItem text={t('dashboard:offers.handout')} onClick={() => fetchFile('handout')} />
          </Menu>
        }
      >
        <Button
          {...(isPrimary && !isEmpty ? { intent: 'primary' } : { variant: 'outlined' })}
          icon={<Download />}
          endIcon={<CaretDown />}
          text={t('cart:download.button')}
          loading={isUnderWay}
          disabled={isUnderWay}
        />
      </PopoverNext>
      {made.isUnderWay && (
        <div className="cart-bar__notice">
          <MadeFileUnderWay onCancel={made.cancel} />
        </div>
      )}
      {made.error !== null && (
        <div className="cart-bar__notice">
          <FailureNotice error={made.error} onRetry={() => fetchFile(last)} />
        </div>
      )}
    </>
  );
}

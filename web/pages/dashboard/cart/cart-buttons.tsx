import { Button, ButtonGroup, Menu, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core';
import {
  Add,
  CaretDown,
  Download,
  Envelope,
  History,
  Offline,
  Properties,
  Redo,
  Remove,
  Tick,
  Undo,
  WarningSign,
} from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartRow } from '#shared/schemas/cart.ts';
import { ApiFailure } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileProgress, useMadeFile } from '../../../components/feedback/made-file.tsx';
import { NotKept } from '../../../components/feedback/not-kept.tsx';
import { showFailure } from '../../../components/feedback/toasts.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../components/loading/later-part.tsx';
import { useAddressStep } from '../../../components/navigation/use-address-step.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { isUnderWay } from './edits/edit.ts';
import type { QueueState } from './edits/edit-queue.ts';
import type { ShownCart } from './edits/shown-cart.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import { fileOfCart, type OrderFile, orderFiles, ordersQuery } from './orders/order-queries.ts';
import type { useCartActions } from './use-cart-actions.ts';

const ListDialog = laterCode(() => import('./entry/list-dialog.tsx'));
const LogDialog = laterCode(() => import('./log/log-dialog.tsx'));
const VersionsDialog = laterCode(() => import('./orders/versions-dialog.tsx'));
const SendDialog = laterCode(() => import('./orders/send-dialog.tsx'));

interface CartButtonsProps {
  directLinkId: string;
  cart: ShownCart;
  /** Rows that the name filter leaves; null without one. */
  found: readonly CartRow[] | null;
  edits: UsedEdits;
  actions: ReturnType<typeof useCartActions>;
  onList: (text: string) => void;
}

/** What can be done with the whole cart. */
export function CartButtons({ directLinkId, cart, found, edits, actions, onList }: CartButtonsProps) {
  const { t } = useTranslation('cart');
  const dialog = useAddressStep('dialog');
  const { queue } = edits;
  const close = () => dialog.go(null);
  const saved = () => queue?.idle() ?? Promise.resolve(true);
  const common = { directLinkId, cartKey: cart.cartKey, onClose: close };
  const rows = found ?? cart.rows;
  // Of what is shown because it is selected, the filter may make nothing available.
  const available = rows.filter(({ availableQuantity }) => availableQuantity > 0);
  const isSaving = edits.edits.length > 0;
  const canSend = cart.own && cart.deliveryType === 'TransferOrder';
  return (
    <div className="cart-buttons">
      {queue && (
        <>
          <Button
            variant="outlined"
            icon={<Add />}
            disabled={available.length === 0}
            text={found ? t('selectFound', countOf(available)) : t('selectAll', countOf(available))}
            onClick={() => actions.selectAll(found && available)}
          />
          <Button
            variant="outlined"
            icon={<Remove />}
            disabled={rows.length === 0}
            text={found ? t('deselectFound', countOf(rows)) : t('deselectAll', countOf(rows))}
            onClick={() => actions.deselectAll(found)}
          />
          <ButtonGroup>
            <Button
              variant="outlined"
              icon={<Undo />}
              disabled={!cart.canUndo && !isSaving}
              title={t('undo')}
              aria-label={t('undo')}
              aria-keyshortcuts="Control+Z"
              onClick={actions.undo}
            />
            <Button
              variant="outlined"
              icon={<Redo />}
              disabled={!cart.canRedo}
              title={t('redo')}
              aria-label={t('redo')}
              aria-keyshortcuts="Control+Y"
              onClick={actions.redo}
            />
          </ButtonGroup>
          <Button
            variant="outlined"
            icon={<Properties />}
            text={t('entry.button')}
            onClick={() => dialog.go('list')}
          />
        </>
      )}
      <Button variant="outlined" icon={<History />} text={t('log.button')} onClick={() => dialog.go('log')} />
      <div className="cart-buttons__end">
        {queue && (
          <SaveState edits={edits.edits} trouble={edits.trouble} isKept={edits.isKept} onRetry={queue.wake} />
        )}
        {cart.mayOrder && (
          <Button variant="outlined" text={t('versions.button')} onClick={() => dialog.go('versions')} />
        )}
        {canSend && (
          <Button
            variant="outlined"
            icon={<Envelope />}
            text={t('send.button')}
            disabled={cart.sums.rows === 0}
            onClick={() => dialog.go('send')}
          />
        )}
        {cart.mayOrder && (
          <DownloadsMenu
            directLinkId={directLinkId}
            cartKey={cart.cartKey}
            isEmpty={cart.sums.rows === 0}
            saved={saved}
          />
        )}
      </div>
      {dialog.step && (
        <LaterDialog onClose={close}>
          {dialog.step === 'list' && queue && (
            <ListDialog
              cartKey={cart.cartKey}
              onClose={close}
              onEnter={(text) => {
                onList(text);
                close();
              }}
            />
          )}
          {dialog.step === 'log' && <LogDialog {...common} />}
          {dialog.step === 'versions' && cart.mayOrder && <VersionsDialog {...common} own={cart.own} />}
          {dialog.step === 'send' && canSend && <SendDialog {...common} cart={cart} saved={saved} />}
        </LaterDialog>
      )}
    </div>
  );
}

function countOf({ length }: readonly CartRow[]): { count: number; rows: string } {
  return { count: length, rows: formatCount(length) };
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
      <span className="save-state" data-state="waiting" role="status">
        <Offline size={14} /> {t(offline ? 'save.offline' : 'save.trouble', { count })}{' '}
        <Button size="small" variant="outlined" text={t('save.retry')} onClick={onRetry} />
      </span>
    );
  }
  const open = edits.length - count;
  if (count === 0 && open > 0) {
    return (
      <span className="save-state" data-state="open" role="status">
        <WarningSign size={14} /> {t('save.open', { count: open })}
      </span>
    );
  }
  return (
    <span className="save-state" data-state={count > 0 ? 'saving' : 'saved'} role="status">
      {count > 0 ? <Spinner size={14} /> : <Tick size={14} />} {t(count > 0 ? 'save.saving' : 'save.saved')}
    </span>
  );
}

interface DownloadsMenuProps {
  directLinkId: string;
  cartKey: string;
  isEmpty: boolean;
  /** Resolves once all edits are saved; false where some are not. */
  saved: () => Promise<boolean>;
}

/** The order as a file. Each makes a version of the cart as it is. */
function DownloadsMenu({ directLinkId, cartKey, isEmpty, saved }: DownloadsMenuProps) {
  const { t } = useTranslation('cart');
  const [isOpen, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [last, setLast] = useState<OrderFile>('pdf');
  const made = useMadeFile();
  const isUnderWay = isWaiting || made.progress !== null;

  async function fetchFile(file: OrderFile) {
    setOpen(false);
    setLast(file);
    setWaiting(true);
    const isSaved = await saved();
    setWaiting(false);
    if (!isSaved) return showFailure(t('download.unsaved'));
    if (await made.start(fileOfCart(directLinkId, cartKey, file))) {
      queryClient.invalidateQueries({ queryKey: ordersQuery(directLinkId, cartKey).queryKey });
    }
  }

  return (
    <>
      <PopoverNext
        isOpen={isOpen}
        onInteraction={setOpen}
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        disabled={isUnderWay || isEmpty}
        content={
          <Menu>
            {orderFiles.map((file) => (
              <MenuItem key={file} text={t(`download.${file}`)} onClick={() => fetchFile(file)} />
            ))}
          </Menu>
        }
      >
        <Button
          intent="primary"
          icon={<Download />}
          endIcon={<CaretDown />}
          text={t('download.button')}
          loading={isUnderWay}
          disabled={isUnderWay || isEmpty}
        />
      </PopoverNext>
      {made.progress && (
        <div className="cart-buttons__notice">
          <MadeFileProgress progress={made.progress} onCancel={made.cancel} />
        </div>
      )}
      {made.error !== null && (
        <div className="cart-buttons__notice">
          <FailureNotice error={made.error} onRetry={() => fetchFile(last)} />
        </div>
      )}
    </>
  );
}

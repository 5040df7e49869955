import { Button, ButtonGroup } from '@blueprintjs/core';
import { Add, Envelope, History, Properties, Redo, Remove, Undo } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartRow } from '#server/answers/cart.ts';
import { laterCode } from '../../../components/later-code.ts';
import { LaterDialog } from '../../../components/later-part.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import type { ShownCart } from './edits/shown-cart.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import { DownloadsMenu } from './orders/downloads-menu.tsx';
import { SaveState } from './save-state.tsx';
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
  const [dialog, setDialog] = useState<'list' | 'log' | 'versions' | 'send' | null>(null);
  const { queue } = edits;
  const close = () => setDialog(null);
  const saved = () => queue?.idle() ?? Promise.resolve(true);
  const common = { directLinkId, cartKey: cart.cartKey, onClose: close };
  const rows = found ?? cart.rows;
  const count = { count: rows.length, rows: formatCount(rows.length) };
  const isSaving = edits.edits.length > 0;
  return (
    <div className="cart-buttons">
      {queue && (
        <>
          <Button
            variant="outlined"
            icon={<Add />}
            disabled={rows.length === 0}
            text={found ? t('selectFound', count) : t('selectAll', count)}
            onClick={() => actions.selectAll(found)}
          />
          <Button
            variant="outlined"
            icon={<Remove />}
            disabled={rows.length === 0}
            text={found ? t('deselectFound', count) : t('deselectAll', count)}
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
            onClick={() => setDialog('list')}
          />
        </>
      )}
      <Button variant="outlined" icon={<History />} text={t('log.button')} onClick={() => setDialog('log')} />
      <div className="cart-buttons__end">
        {queue && <SaveState edits={edits.edits} trouble={edits.trouble} onRetry={queue.wake} />}
        <Button variant="outlined" text={t('versions.button')} onClick={() => setDialog('versions')} />
        {cart.own && cart.deliveryType === 'TransferOrder' && (
          <Button
            variant="outlined"
            icon={<Envelope />}
            text={t('send.button')}
            disabled={cart.sums.rows === 0}
            onClick={() => setDialog('send')}
          />
        )}
        <DownloadsMenu
          directLinkId={directLinkId}
          cartKey={cart.cartKey}
          isEmpty={cart.sums.rows === 0}
          saved={saved}
        />
      </div>
      {dialog && (
        <LaterDialog onClose={close}>
          {dialog === 'list' && (
            <ListDialog
              onClose={close}
              onEnter={(text) => {
                onList(text);
                close();
              }}
            />
          )}
          {dialog === 'log' && <LogDialog {...common} />}
          {dialog === 'versions' && <VersionsDialog {...common} own={cart.own} />}
          {dialog === 'send' && <SendDialog {...common} cart={cart} saved={saved} />}
        </LaterDialog>
      )}
    </div>
  );
}

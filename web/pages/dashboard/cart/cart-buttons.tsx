import { Button, ButtonGroup } from '@blueprintjs/core';
import { Add, History, Properties, Redo, Remove, Undo } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { CartRow } from '#shared/schemas/cart.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import type { ShownCart } from './edits/shown-cart.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import type { useCartActions } from './use-cart-actions.ts';

const ListDialog = lazyComponent(() => import('./entry/list-dialog.tsx'));
const LogDialog = lazyComponent(() => import('./log/log-dialog.tsx'));

interface CartButtonsProps {
  directLinkId: string;
  cart: ShownCart;
  /** Rows that the name filter leaves; null without one. */
  found: readonly CartRow[] | null;
  edits: UsedEdits;
  actions: ReturnType<typeof useCartActions>;
  onList: (text: string) => void;
}

/** What can be done with all rows, and what was done with them. */
export function CartButtons({ directLinkId, cart, found, edits, actions, onList }: CartButtonsProps) {
  const { t } = useTranslation('cart');
  const [entering, close] = useDialog('list');
  const [logged] = useDialog('log');
  const { queue } = edits;
  const rows = found ?? cart.rows;
  // Of what is shown because it is selected, the filter may make nothing available.
  const available = rows.filter(({ availableQuantity }) => availableQuantity > 0);
  const isSaving = edits.edits.length > 0;
  return (
    <div className="row cart-buttons">
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
            onClick={() => openDialog('list')}
          />
        </>
      )}
      <Button
        variant="outlined"
        icon={<History />}
        text={t('log.button')}
        onClick={() => openDialog('log')}
      />
      {(entering ?? logged) !== null && (
        <LazyDialog onClose={close}>
          {entering !== null && queue && (
            <ListDialog
              cartKey={cart.cartKey}
              onClose={close}
              onEnter={(text) => {
                onList(text);
                close();
              }}
            />
          )}
          {logged !== null && (
            <LogDialog directLinkId={directLinkId} cartKey={cart.cartKey} onClose={close} />
          )}
        </LazyDialog>
      )}
    </div>
  );
}

function countOf({ length }: readonly CartRow[]): { count: number; rows: string } {
  return { count: length, rows: formatCount(length) };
}

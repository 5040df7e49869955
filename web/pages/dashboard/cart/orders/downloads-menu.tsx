import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown, Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../api/query-client.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { MadeFileProgress } from '../../../../components/feedback/made-file-progress.tsx';
import { showFailure } from '../../../../components/feedback/toasts.ts';
import { useMadeFile } from '../../../../components/feedback/use-made-file.ts';
import { LaterPopover } from '../../../../components/loading/later-popover.tsx';
import { fileOfCart, type OrderFile, orderFiles, ordersQuery } from './order-queries.ts';

interface DownloadsMenuProps {
  directLinkId: string;
  cartKey: string;
  isEmpty: boolean;
  /** Resolves once all edits are saved; false where some are not. */
  saved: () => Promise<boolean>;
}

/** The order as a file. Each makes a version of the cart as it is. */
export function DownloadsMenu({ directLinkId, cartKey, isEmpty, saved }: DownloadsMenuProps) {
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
      <LaterPopover
        isOpen={isOpen}
        onInteraction={setOpen}
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        disabled={isUnderWay || isEmpty}
        content={() => (
          <Menu>
            {orderFiles.map((file) => (
              <MenuItem key={file} text={t(`download.${file}`)} onClick={() => fetchFile(file)} />
            ))}
          </Menu>
        )}
      >
        <Button
          intent="primary"
          icon={<Download />}
          endIcon={<CaretDown />}
          text={t('download.button')}
          loading={isUnderWay}
          disabled={isUnderWay || isEmpty}
        />
      </LaterPopover>
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

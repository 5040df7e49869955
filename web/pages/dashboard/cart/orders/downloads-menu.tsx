import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown, Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../api/download.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { FailureNotice } from '../../../../components/failure-notice.tsx';
import { LaterPopover } from '../../../../components/later-popover.tsx';
import { showFailure } from '../../../../components/toasts.ts';
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
  const [isUnderWay, setUnderWay] = useState(false);
  const [failure, setFailure] = useState<{ file: OrderFile; error: unknown } | null>(null);

  async function fetchFile(file: OrderFile) {
    setOpen(false);
    setUnderWay(true);
    setFailure(null);
    try {
      if (await saved()) {
        await download(fileOfCart(directLinkId, cartKey, file));
        queryClient.invalidateQueries({ queryKey: ordersQuery(directLinkId, cartKey).queryKey });
      } else showFailure(t('download.unsaved'));
    } catch (error) {
      setFailure({ file, error });
    }
    setUnderWay(false);
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
      {failure && (
        <div className="cart-page__notice">
          <FailureNotice error={failure.error} onRetry={() => fetchFile(failure.file)} />
        </div>
      )}
    </>
  );
}

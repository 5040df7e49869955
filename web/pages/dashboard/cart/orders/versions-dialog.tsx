import { Button, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../../components/feedback/made-file.tsx';
import { formatAmount, formatSigned } from '../../../../i18n/formats.ts';
import { OrderItem } from './order-item.tsx';
import { fileOfOrder, ordersQuery } from './order-queries.ts';

interface VersionsDialogProps {
  directLinkId: string;
  cartKey: string;
  /** Not somebody else's cart. */
  own: boolean;
  onClose: () => void;
}

/** What was handed out of a cart: when, how much, how it differs from the version before, and its files. */
export default function VersionsDialog({ directLinkId, cartKey, own, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const orders = useQuery(ordersQuery(directLinkId, cartKey));
  const made = useMadeFile();

  return (
    <PortalDialog
      wide
      title={t('cart:versions.title')}
      onClose={onClose}
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      <p>{t('cart:versions.text')}</p>
      {orders.isError && <FailureNotice error={orders.error} onRetry={orders.refetch} />}
      {made.isUnderWay && <MadeFileUnderWay onCancel={made.cancel} />}
      {made.error !== null && <FailureNotice error={made.error} />}
      {orders.isPending && <p role="status">{t('cart:loading')}</p>}
      {orders.data?.length === 0 && <p>{t('cart:versions.none')}</p>}
      <ol className="plain-list versions">
        {orders.data?.map((order) => (
          <OrderItem
            key={order.order}
            order={order}
            own={own}
            heading="h3"
            title={t('cart:versions.version', { version: order.version })}
            signed={order.signed && <Tag intent="success">{t('cart:versions.signed')}</Tag>}
            by={order.madeBy}
            {...(order.difference !== null && {
              after: ` ${t('cart:versions.difference', { difference: formatSigned(order.difference, formatAmount) })}`,
            })}
            files={order.files}
            nameOf={(file) => t('cart:versions.file', { file, version: order.version })}
            isBusy={made.isUnderWay}
            onFile={(file) => made.start(fileOfOrder(order.order, file))}
          />
        ))}
      </ol>
    </PortalDialog>
  );
}

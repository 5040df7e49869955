import { Button, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { MadeFileProgress, useMadeFile } from '../../../../components/feedback/made-file-progress.tsx';
import { formatAmount, formatCount, formatDateAndTime, formatSigned } from '../../../../i18n/formats.ts';
import { MailStates } from './mail-states.tsx';
import { fileOfOrder, ordersQuery } from './order-queries.ts';
import './versions.css';

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
      {made.progress && <MadeFileProgress progress={made.progress} onCancel={made.cancel} />}
      {made.error !== null && <FailureNotice error={made.error} />}
      {orders.isPending && <p role="status">{t('cart:loading')}</p>}
      {orders.data?.length === 0 && <p>{t('cart:versions.none')}</p>}
      <ol className="versions">
        {orders.data?.map((order) => (
          <li key={order.order}>
            <h3>
              {t('cart:versions.version', { version: order.version })}{' '}
              {order.signed && <Tag intent="success">{t('cart:versions.signed')}</Tag>}{' '}
              {order.cartChanged && <Tag minimal>{t('cart:versions.cartChanged')}</Tag>}
            </h3>
            <p className="versions__facts">
              {t('cart:versions.made', {
                order: order.order,
                at: formatDateAndTime(order.madeAt),
                by: order.madeBy ?? t('cart:log.nobody'),
              })}
            </p>
            <p>
              {t('cart:versions.sums', {
                count: order.rows,
                rows: formatCount(order.rows),
                packs: t('portal:packs', { count: order.packs }),
                amount: formatAmount(order.exFactorySum),
              })}
              {order.difference !== null && (
                <>
                  {' '}
                  {t('cart:versions.difference', {
                    difference: formatSigned(order.difference, formatAmount),
                  })}
                </>
              )}
            </p>
            <MailStates order={order} own={own} />
            {order.files.length > 0 && (
              <div className="versions__files">
                {order.files.map((file) => (
                  <Button
                    key={file}
                    size="small"
                    variant="outlined"
                    text={t(`cart:download.${file}`)}
                    aria-label={t('cart:versions.file', {
                      file: t(`cart:download.${file}`),
                      version: order.version,
                    })}
                    disabled={made.progress !== null}
                    onClick={() => made.start(fileOfOrder(order.order, file))}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </PortalDialog>
  );
}

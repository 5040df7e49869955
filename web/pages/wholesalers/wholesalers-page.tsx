import { Tag } from '@blueprintjs/core';
import { Archive, Edit, Trash, Truck, Undo } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteWholesaler, setRetired, type Wholesaler, wholesalersQuery } from '../../api/wholesalers.ts';
import { ContactText } from '../../components/feedback/contact-text.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showUndoable } from '../../components/feedback/toasts.ts';
import { type ListActions, RecordList } from '../../components/lists/record-list.tsx';
import { laterCode } from '../../components/loading/later-code.ts';
import { RowAction } from '../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount } from '../../i18n/formats.ts';

const WholesalerDialog = laterCode(() => import('./wholesaler-dialog.tsx'));

/** Of which wholesalers statistics are asked for, and to which orders go. */
export function Component() {
  return (
    <RecordList
      texts="wholesalers"
      query={wholesalersQuery}
      idOf={({ wholesalerID }) => wholesalerID}
      nameOf={({ wholesalerName }) => wholesalerName}
      icon={<Truck size={36} />}
      remove={deleteWholesaler}
      dialog={(wholesaler, onClose) => <WholesalerDialog wholesaler={wholesaler} onClose={onClose} />}
    >
      {(wholesalers, actions) => <WholesalerTable wholesalers={wholesalers} {...actions} />}
    </RecordList>
  );
}

interface WholesalerTableProps extends ListActions<Wholesaler> {
  wholesalers: readonly Wholesaler[];
}

/** One row per wholesaler; those that are no longer offered are shaded. */
function WholesalerTable({ wholesalers, onEdit, onDelete }: WholesalerTableProps) {
  const { t } = useTranslation('wholesalers');
  const changing = useMutation({
    mutationFn: ({ wholesalerID, retired }: Wholesaler) => setRetired(wholesalerID, !retired),
    onSuccess(_, wholesaler) {
      const { wholesalerName: name, retired } = wholesaler;
      showUndoable(t(retired ? 'reinstated' : 'retired', { name }), {
        text: t('undo'),
        onClick: () => changing.mutate({ ...wholesaler, retired: !retired }),
      });
    },
  });
  return (
    <>
      {changing.isError && <FailureNotice error={changing.error} className="failure-in-sight" />}
      <ScrollingTable label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('field.wholesalerName')}</th>
            <th scope="col">{t('offeredFor')}</th>
            <th scope="col">{t('field.transferOrderContact')}</th>
            <th scope="col" className="admin-list__figure">
              {t('column.minimumOrderValue')}
            </th>
            <th scope="col" className="admin-list__figure">
              {t('column.freeDeliveryFrom')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {wholesalers.map((wholesaler) => {
            const { wholesalerID: id, wholesalerName: name, retired } = wholesaler;
            return (
              <tr key={id} data-retired={retired}>
                <th scope="row">
                  {name} {retired && <Tag minimal>{t('isRetired')}</Tag>}
                </th>
                <td>{channelsOf(wholesaler) || '–'}</td>
                <td>
                  <ContactText text={wholesaler.transferOrderContact || '–'} />
                </td>
                <td className="admin-list__figure">{formatAmount(wholesaler.minimumOrderValue)}</td>
                <td className="admin-list__figure">{formatAmount(wholesaler.freeDeliveryFrom)}</td>
                <td className="admin-list__actions">
                  <RowAction
                    name={t('action.edit', { name })}
                    icon={<Edit />}
                    onClick={() => onEdit(wholesaler)}
                  />
                  <RowAction
                    name={t(retired ? 'action.reinstate' : 'action.retire', { name })}
                    icon={retired ? <Undo /> : <Archive />}
                    disabled={changing.isPending}
                    onClick={() => changing.mutate(wholesaler)}
                  />
                  <RowAction
                    name={t('action.delete', { name })}
                    icon={<Trash />}
                    onClick={() => onDelete(wholesaler)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </ScrollingTable>
    </>
  );

  function channelsOf({ enabledForApo, enabledForSd, enabledForOnlineOrders }: Wholesaler): string {
    return [
      enabledForApo && t('channel.apo'),
      enabledForSd && t('channel.sd'),
      enabledForOnlineOrders && t('channel.online'),
    ]
      .filter(Boolean)
      .join(', ');
  }
}

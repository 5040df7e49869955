import { Tag } from '@blueprintjs/core';
import { Archive, Truck, Undo } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setRetired, type Wholesaler, type WholesalerFields, wholesalers } from '../../api/wholesalers.ts';
import { ContactText } from '../../components/feedback/contact-text.tsx';
import { showUndoable } from '../../components/feedback/toasts.ts';
import { RecordList } from '../../components/lists/record-list.tsx';
import { RowAction } from '../../components/tables/row-action.tsx';
import { formatAmount } from '../../i18n/formats.ts';

const channels = { enabledForApo: 'apo', enabledForSd: 'sd', enabledForOnlineOrders: 'online' } as const;
const channelNames = Object.keys(channels) as (keyof typeof channels)[];
const amounts = ['minimumOrderValue', 'freeDeliveryFrom'] as const;
const free = { kind: 'text', multiline: true, maxLength: 1000 } as const;

type Described = Exclude<keyof WholesalerFields, keyof typeof channels>;

/** Of which wholesalers statistics are asked for, and to which orders go. */
export function Component() {
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
  const field = (name: Described) => ({
    name,
    label: t(`field.${name}`),
    problem: t(`problem.${name}`),
  });
  return (
    <RecordList
      t={t}
      calls={wholesalers}
      icon={<Truck size={36} />}
      isRetired={({ retired }) => retired}
      columns={[
        {
          key: 'wholesalerName',
          kind: 'name',
          heading: t('field.wholesalerName'),
          cell: ({ wholesalerName, retired }) => (
            <>
              {wholesalerName} {retired && <Tag minimal>{t('isRetired')}</Tag>}
            </>
          ),
        },
        {
          key: 'channels',
          kind: 'text',
          heading: t('offeredFor'),
          cell: (wholesaler) =>
            channelNames
              .filter((name) => wholesaler[name])
              .map((name) => t(`channel.${channels[name]}`))
              .join(', ') || '–',
        },
        {
          key: 'transferOrderContact',
          kind: 'text',
          heading: t('field.transferOrderContact'),
          cell: ({ transferOrderContact }) => <ContactText text={transferOrderContact || '–'} />,
        },
        ...amounts.map((name) => ({
          key: name,
          kind: 'figure' as const,
          heading: t(`column.${name}`),
          className: 'admin-list__figure',
          cell: (wholesaler: Wholesaler) => formatAmount(wholesaler[name]),
        })),
      ]}
      failure={changing.error}
      moreActions={(wholesaler) => (
        <RowAction
          name={t(wholesaler.retired ? 'action.reinstate' : 'action.retire', {
            name: wholesaler.wholesalerName,
          })}
          icon={wholesaler.retired ? <Undo /> : <Archive />}
          disabled={changing.isPending}
          onClick={() => changing.mutate(wholesaler)}
        />
      )}
      form={{
        kind: 'wholesaler',
        parts: [
          { ...field('wholesalerName'), kind: 'text', required: true, taken: t('problem.taken') },
          {
            legend: t('offeredFor'),
            fields: channelNames.map((name) => ({ name, label: t(`field.${name}`), kind: 'check' })),
          },
          { ...field('acquisitionStatisticContact'), ...free, hint: t('hint.statistic') },
          { ...field('conditionsContact'), ...free, hint: t('hint.conditions') },
          {
            ...field('transferOrderContact'),
            kind: 'text',
            inputMode: 'email',
            hint: t('hint.transferOrder'),
          },
          amounts.map((name) => ({ ...field(name), kind: 'amount', hint: t(`hint.${name}`) })),
        ],
      }}
    />
  );
}

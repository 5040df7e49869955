import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  addCustomer,
  type CustomerFields,
  correctCustomer,
  customerQuery,
  type StoredCustomer,
} from '../../api/customers.ts';
import { queryClient } from '../../api/query-client.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import type { RecordField } from '../../components/lists/record-fields.ts';
import RecordForm from '../../components/lists/record-form.tsx';

interface CustomerDialogProps {
  /** null: a new one. */
  externalId: string | null;
  onClose: () => void;
}

const languages = ['de', 'fr', 'it', 'rm', 'en'] as const;
const channels = ['APO', 'SD'] as const;

/** A customer as the portal is to know it. */
export default function CustomerDialog({ externalId, onClose }: CustomerDialogProps) {
  const { data, error, refetch } = useQuery({
    ...customerQuery(externalId ?? ''),
    enabled: externalId !== null,
  });
  const { t } = useTranslation(['customers', 'portal']);
  if (externalId !== null && !data) {
    return (
      error && (
        <PortalDialog
          title={t('correct', { name: externalId })}
          onClose={onClose}
          actions={<Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />}
        >
          <FailureNotice error={error} onRetry={refetch} />
        </PortalDialog>
      )
    );
  }
  return <CustomerFormDialog customer={data ?? null} onClose={onClose} />;
}

const calls = {
  idOf: ({ externalId }: StoredCustomer) => externalId,
  nameOf: ({ name }: StoredCustomer) => name,
  // Only what was changed: of what else the file decides.
  save: (
    customer: StoredCustomer | null,
    values: Partial<StoredCustomer>,
    version?: number,
    changed: Partial<StoredCustomer> = values,
  ) =>
    customer ? correctCustomer(customer.externalId, changed, version) : addCustomer(values as CustomerFields),
  findStored: ({ externalId }: StoredCustomer) => queryClient.fetchQuery(customerQuery(externalId)),
};

function CustomerFormDialog({ customer, onClose }: { customer: StoredCustomer | null; onClose: () => void }) {
  const { t } = useTranslation('customers');
  const text = (name: keyof CustomerFields, more: Partial<RecordField<StoredCustomer>> = {}) =>
    ({
      name,
      kind: 'text',
      label: t(`field.${name}`),
      problem: t('problem.refused'),
      missing: t('problem.missing'),
      orNull: true,
      ...more,
    }) as RecordField<StoredCustomer>;
  return (
    <RecordForm
      calls={calls}
      item={customer}
      kind="customer"
      title={customer ? t('correct', { name: customer.name }) : t('add')}
      parts={[
        [...(customer ? [] : [text('externalId', { required: true })]), text('oneKey')],
        text('name', { required: true }),
        text('address', { maxLength: 1000, orNull: false, hint: t('hint.address') }),
        [text('parentName'), text('parentExternalId')],
        [text('phone', { maxLength: 50, inputMode: 'tel' }), text('mail', { inputMode: 'email' })],
        [
          {
            name: 'channel',
            kind: 'choice',
            label: t('field.channel'),
            options: [['', t('unknown')], ...channels.map((each) => [each, t(`channel.${each}`)] as const)],
          },
          {
            name: 'language',
            kind: 'choice',
            label: t('field.language'),
            options: [['', t('unknown')], ...languages.map((each) => [each, t(`language.${each}`)] as const)],
          },
        ],
        { name: 'active', kind: 'check', on: true, label: t('field.active') },
      ]}
      onClose={onClose}
    >
      {() => customer && <p className="note">{t('correctText')}</p>}
    </RecordForm>
  );
}

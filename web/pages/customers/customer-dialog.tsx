import { Button, Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../api/client.ts';
import {
  addCustomer,
  type CustomerFields,
  correctCustomer,
  customerQuery,
  type StoredCustomer,
} from '../../api/customers.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { VersionConflict } from '../../components/forms/conflict-choice.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useVersionedSave } from '../../components/forms/use-versioned-save.ts';

interface CustomerDialogProps {
  /** null: a new one. */
  externalId: string | null;
  onClose: () => void;
}

/** Texts where the customer has none are empty. */
type CustomerForm = {
  [Field in keyof CustomerFields]: CustomerFields[Field] extends boolean ? boolean : string;
};

const formId = 'customer-form';
const required: readonly string[] = ['externalId', 'name'];
const languages = ['de', 'fr', 'it', 'rm', 'en'];
const channels = ['APO', 'SD'];

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

function CustomerFormDialog({ customer, onClose }: { customer: StoredCustomer | null; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'portal']);
  const draft = useDraft(`customer:${customer?.externalId ?? 'new'}`, formOf(customer), customer?.version);
  const { form, before, version, change } = draft;
  const [checked, setChecked] = useState(false);
  const saving = useVersionedSave<CustomerForm, StoredCustomer>({
    save: (edit) =>
      customer
        ? correctCustomer(customer.externalId, changesOf(edit.before, edit.form), edit.version)
        : addCustomer(fieldsOf(edit.form) as CustomerFields),
    async findStored() {
      const stored = customer && (await queryClient.fetchQuery(customerQuery(customer.externalId)));
      return stored ? { form: formOf(stored), version: stored.version } : undefined;
    },
    onSaved(saved) {
      showSuccess(t('saved', { name: saved.name }));
      close();
    },
  });

  function close() {
    draft.forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    if (required.some((name) => form[name as 'name'].trim() === '')) return false;
    saving.save({ form, before, version });
    return true;
  }

  const field = (name: Exclude<keyof CustomerForm, 'active'>) => {
    const isMissing = checked && required.includes(name) && form[name].trim() === '';
    const isRefused = refusedFields(saving.error).includes(name);
    return {
      id: `customer-${name}`,
      label: t(`field.${name}`),
      value: form[name],
      problem: isMissing ? t('problem.missing') : isRefused ? t('problem.refused') : undefined,
      onChange: (value: string) => change({ [name]: value }),
    };
  };
  const choice = (name: 'channel' | 'language', options: readonly string[]) => (
    <FormGroup label={t(`field.${name}`)} labelFor={`customer-${name}`}>
      <HTMLSelect
        id={`customer-${name}`}
        fill
        value={form[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      >
        <option value="">{t('unknown')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {name === 'channel'
              ? t(`channel.${option}` as 'channel.APO')
              : t(`language.${option}` as 'language.de')}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );

  function textOf(name: keyof CustomerForm, value: string | boolean): string {
    if (typeof value === 'boolean') return t(value ? 'portal:conflict.yes' : 'portal:conflict.no');
    if (value === '') return '–';
    if (name === 'channel') return t(`channel.${value}` as 'channel.APO');
    if (name === 'language') return t(`language.${value}` as 'language.de');
    return value;
  }

  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(name) => t(`field.${name}`)}
        textOf={(name, values) => textOf(name, values[name])}
        onClose={close}
      />
    );
  }
  return (
    <FormDialog
      wide
      title={customer ? t('correct', { name: customer.name }) : t('add')}
      formId={formId}
      className="admin-form"
      submit={t('save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={draft.isChanged}
      isKept={draft.isKept}
    >
      {customer && <p className="note">{t('correctText')}</p>}
      <div className="admin-form__row">
        {customer === null && <TextField {...field('externalId')} required />}
        <TextField {...field('oneKey')} />
      </div>
      <TextField {...field('name')} required />
      <TextField {...field('address')} maxLength={1000} hint={t('hint.address')} />
      <div className="admin-form__row">
        <TextField {...field('parentName')} />
        <TextField {...field('parentExternalId')} />
      </div>
      <div className="admin-form__row">
        <TextField {...field('phone')} maxLength={50} inputMode="tel" />
        <TextField {...field('mail')} inputMode="email" />
      </div>
      <div className="admin-form__row">
        {choice('channel', channels)}
        {choice('language', languages)}
      </div>
      <Checkbox
        checked={form.active}
        label={t('field.active')}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

const empty: CustomerForm = {
  externalId: '',
  name: '',
  parentExternalId: '',
  parentName: '',
  address: '',
  active: true,
  language: '',
  channel: '',
  oneKey: '',
  phone: '',
  mail: '',
};

function formOf(customer: StoredCustomer | null): CustomerForm {
  if (!customer) return empty;
  const { version: _, ...fields } = customer;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value ?? '']),
  ) as unknown as CustomerForm;
}

/** Only what was changed: of what else the file decides. */
function changesOf(before: CustomerForm, form: CustomerForm): Partial<CustomerFields> {
  const fields = fieldsOf(form);
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => form[name as 'name'] !== before[name as 'name']),
  );
}

function fieldsOf(form: CustomerForm): Partial<CustomerFields> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : value;
      return [name, text === '' && name !== 'address' ? null : text];
    }),
  );
}

import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import {
  saveWholesaler,
  type Wholesaler,
  type WholesalerFields,
  wholesalersQuery,
} from '../../api/wholesalers.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { VersionConflict } from '../../components/forms/conflict-choice.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useVersionedSave } from '../../components/forms/use-versioned-save.ts';
import { type FormProblem, fieldsOf, formOf, type WholesalerForm } from './wholesaler-form.ts';

interface WholesalerDialogProps {
  /** null: a new one. */
  wholesaler: Wholesaler | null;
  onClose: () => void;
}

const formId = 'wholesaler-form';
const channels = ['enabledForApo', 'enabledForSd', 'enabledForOnlineOrders'] as const;
const amounts = ['minimumOrderValue', 'freeDeliveryFrom'] as const;

/** All that is known of a wholesaler. */
export default function WholesalerDialog({ wholesaler, onClose }: WholesalerDialogProps) {
  const { t } = useTranslation(['wholesalers', 'portal']);
  const id = wholesaler?.wholesalerID ?? null;
  const draft = useDraft(`wholesaler:${id ?? 'new'}`, formOf(wholesaler), wholesaler?.version);
  const { form, change, isChanged } = draft;
  const [checked, setChecked] = useState(false);
  const saving = useVersionedSave<WholesalerForm, Wholesaler>({
    // Only what can be sent is saved, and what is stored can be.
    save: ({ form: valid, version }) => saveWholesaler(id, fieldsOf(valid) as WholesalerFields, version),
    async findStored() {
      const list = await queryClient.fetchQuery({ ...wholesalersQuery, staleTime: 0 });
      const stored = list.find(({ wholesalerID }) => wholesalerID === id);
      return stored && { form: formOf(stored), version: stored.version };
    },
    onSaved(saved) {
      showSuccess(t('saved', { name: saved.wholesalerName }));
      close();
    },
  });
  const read = fieldsOf(form);
  const problems: readonly string[] = [
    ...(checked && Array.isArray(read) ? read : []),
    ...refusedFields(saving.error),
  ];

  function close() {
    draft.forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    saving.reset();
    if (Array.isArray(read)) return false;
    saving.save({ form, before: draft.before, version: draft.version });
    return true;
  }

  function problemOf(field: Exclude<FormProblem, (typeof channels)[number]>): string | undefined {
    if (!problems.includes(field)) return undefined;
    if (field === 'wholesalerName' && form.wholesalerName.trim() !== '') return t('problem.taken');
    return t(`problem.${field}`);
  }
  function textOf(value: string | boolean): string {
    if (typeof value === 'boolean') return t(value ? 'portal:conflict.yes' : 'portal:conflict.no');
    return value || '–';
  }
  const field = (name: Exclude<FormProblem, (typeof channels)[number]>) => ({
    id: `wholesaler-${name}`,
    label: t(`field.${name}`),
    value: form[name],
    problem: problemOf(name),
    onChange: (value: string) => change({ [name]: value }),
  });

  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(name) => t(`field.${name}`)}
        textOf={(name, values) => textOf(values[name])}
        onClose={close}
      />
    );
  }
  return (
    <FormDialog
      wide
      title={t(wholesaler ? 'edit' : 'add')}
      formId={formId}
      className="admin-form"
      submit={t('save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={isChanged}
      isKept={draft.isKept}
    >
      <TextField {...field('wholesalerName')} required />
      <fieldset className="admin-form__group">
        <legend>{t('offeredFor')}</legend>
        {channels.map((name) => (
          <Checkbox
            key={name}
            checked={form[name]}
            label={t(`field.${name}`)}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      <TextField {...field('acquisitionStatisticContact')} {...free} hint={t('hint.statistic')} />
      <TextField {...field('conditionsContact')} {...free} hint={t('hint.conditions')} />
      <TextField {...field('transferOrderContact')} inputMode="email" hint={t('hint.transferOrder')} />
      <div className="admin-form__row">
        {amounts.map((name) => (
          <TextField
            key={name}
            {...field(name)}
            inputMode="decimal"
            maxLength={20}
            hint={t(`hint.${name}`)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

const free = { multiline: true, maxLength: 1000 } as const;

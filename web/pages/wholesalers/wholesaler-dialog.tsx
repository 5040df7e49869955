import { Button, Checkbox } from '@blueprintjs/core';
import { FloppyDisk } from '@blueprintjs/icons';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../api/failure.ts';
import { queryClient } from '../../api/query-client.ts';
import {
  saveWholesaler,
  type Wholesaler,
  type WholesalerFields,
  wholesalersQuery,
} from '../../api/wholesalers.ts';
import { ConflictChoice } from '../../components/conflict-choice.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { focusFirstInvalid } from '../../components/focus-first-invalid.ts';
import { PortalDialog } from '../../components/portal-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showSuccess } from '../../components/toasts.ts';
import { useDraft } from '../../components/use-draft.ts';
import { useVersionedSave } from '../../components/use-versioned-save.ts';
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
  const { form, change } = draft;
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
  useEffect(() => {
    if (saving.isError) focusFirstInvalid(formId);
  }, [saving.isError]);
  const read = fieldsOf(form);
  const problems: readonly string[] = [
    ...(checked && Array.isArray(read) ? read : []),
    ...refusedFields(saving.error),
  ];

  function close() {
    draft.forget();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    saving.reset();
    if (Array.isArray(read)) focusFirstInvalid(formId);
    else saving.save({ form, before: draft.before, version: draft.version });
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
    const { form: mine, stored, names } = saving.conflict;
    return (
      <ConflictChoice
        choices={names.map((name) => ({
          name,
          label: t(`field.${name}`),
          mine: textOf(mine[name]),
          stored: textOf(stored[name]),
        }))}
        error={saving.error}
        isSaving={saving.isPending}
        onSave={(chosen) => saving.choose(chosen) || close()}
        onClose={close}
      />
    );
  }
  return (
    <PortalDialog
      wide
      title={t(wholesaler ? 'edit' : 'add')}
      onClose={close}
      canClose={!saving.isPending}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('portal:action.cancel')}
            disabled={saving.isPending}
            onClick={close}
          />
          <Button
            type="submit"
            form={formId}
            intent="primary"
            icon={<FloppyDisk />}
            text={t('save')}
            loading={saving.isPending}
          />
        </>
      }
    >
      <form id={formId} className="admin-form" noValidate onSubmit={submit}>
        {saving.error && <FailureNotice error={saving.error} className="form-notice" />}
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
      </form>
    </PortalDialog>
  );
}

const free = { multiline: true, maxLength: 1000 } as const;

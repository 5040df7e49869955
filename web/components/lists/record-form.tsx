import { Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, refusedFields } from '../../api/client.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { showSuccess } from '../feedback/toasts.ts';
import { VersionConflict } from '../forms/conflict-choice.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { useVersionedSave } from '../forms/use-versioned-save.ts';
import { formOf, type RecordEntries, type RecordField, valuesOf } from './record-fields.ts';

/** A field, several in a row, or several below a heading. */
export type FormPart<Item> =
  | RecordField<Item>
  | readonly RecordField<Item>[]
  | { legend: string; fields: readonly RecordField<Item>[] };

interface FormCalls<Item> {
  idOf: (item: Item) => string | number;
  nameOf: (item: Item) => string;
  /** `changed`: those of the values that were entered otherwise. */
  save: (
    item: Item | null,
    values: Partial<Item>,
    version?: number,
    changed?: Partial<Item>,
  ) => Promise<Item>;
  findStored: (item: Item) => Promise<Item | undefined>;
}

export interface RecordFormProps<Item> {
  calls: FormCalls<Item>;
  /** null: a new one. */
  item: Item | null;
  /** What it is called where drafts are kept, and in ids of fields. */
  kind: string;
  title: string;
  parts: readonly FormPart<Item>[];
  /** What is saved of a form, where it has more than fields; null where something is to be corrected first. */
  complete?: (form: RecordEntries, change: (entries: RecordEntries) => void) => RecordEntries | null;
  /** There is something else to be saved than fields. */
  isUnsaved?: boolean;
  /** What stands above the fields. */
  children?: (form: RecordEntries, change: (entries: RecordEntries) => void) => ReactNode;
  onClose: () => void;
}

/** A record in a dialog: added, or changed where nobody else was faster. */
export default function RecordForm<Item>(props: RecordFormProps<Item>) {
  const { calls, item, kind, parts, onClose } = props;
  const { t } = useTranslation();
  const fields = parts.flatMap((part) => ('legend' in part ? part.fields : part));
  const versionOf = (of: Item | null) => (of as { version?: number } | null)?.version;
  const draft = useDraft<RecordEntries>(
    `${kind}:${item ? calls.idOf(item) : 'new'}`,
    formOf(item, fields),
    versionOf(item),
  );
  const { form, change } = draft;
  const [checked, setChecked] = useState(false);
  const saving = useVersionedSave<RecordEntries, Item>({
    save(edit) {
      const changed = fields.filter(({ name }) => edit.form[name] !== edit.before[name]);
      return calls.save(item, valuesOf(edit.form, fields), edit.version, valuesOf(edit.form, changed));
    },
    async findStored() {
      const stored = item ? await calls.findStored(item) : undefined;
      return stored && { form: formOf(stored, fields), version: versionOf(stored) ?? 0 };
    },
    onSaved(saved) {
      showSuccess(t('record.saved', { name: calls.nameOf(saved) }));
      close();
    },
  });
  const values = valuesOf(form, fields);
  const unfit = fields.map(({ name }) => name).filter((name) => values[name] === undefined);
  const refused = refusedFields(saving.error);
  const isTaken = saving.error instanceof ApiFailure && saving.error.status === 409;

  function close() {
    draft.forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    saving.reset();
    if (unfit.length > 0) return false;
    const whole = props.complete ? props.complete(form, change) : form;
    if (whole === null) return false;
    saving.save({ form: whole, before: draft.before, version: draft.version });
    return true;
  }

  function draw(field: RecordField<Item>): ReactNode {
    const { name, label, hint } = field;
    const isUnfit = checked && unfit.includes(name);
    const refusal = refused.includes(name) ? (isTaken ? field.taken : field.problem) : undefined;
    const common = {
      id: `${kind}-${name}`,
      label,
      hint,
      problem: isUnfit ? (field.missing ?? field.problem) : refusal,
      value: form[name] as string,
      onChange: (value: unknown) => change({ [name]: value }),
    };
    switch (field.kind) {
      case 'text': {
        const { required = false, multiline = false, maxLength = 255, inputMode = 'text' } = field;
        return <TextField {...common} {...{ required, multiline, maxLength, inputMode }} />;
      }
      case 'amount':
        return <TextField {...common} inputMode="decimal" maxLength={20} />;
      case 'check':
        return (
          <Checkbox
            checked={form[name] as boolean}
            label={label}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        );
      case 'choice':
        return (
          <FormGroup label={label} labelFor={common.id}>
            <HTMLSelect
              id={common.id}
              fill
              value={common.value}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            >
              {field.options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        );
      default:
        return field.draw({ value: form[name] as never, onChange: common.onChange });
    }
  }

  function say(name: string, one: RecordEntries, other: RecordEntries): ReactNode {
    const field = fields.find((each) => each.name === name)!;
    const value = one[name];
    if (field.kind === 'own') return field.say(value as never, other[name] as never);
    if (field.kind === 'choice') return field.options.find(([each]) => each === value)?.[1] ?? '–';
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no');
    return (value as string) || '–';
  }

  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(name) => fields.find((field) => field.name === name)!.label}
        textOf={say}
        onClose={close}
      />
    );
  }
  const drawAll = (group: readonly RecordField<Item>[]) =>
    group.map((field) => <Fragment key={field.name}>{draw(field)}</Fragment>);
  return (
    <FormDialog
      wide={fields.length > 1}
      title={props.title}
      formId={`${kind}-form`}
      className="admin-form"
      submit={t('record.save')}
      saving={saving}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={draft.isChanged || (props.isUnsaved ?? false)}
      isKept={draft.isKept}
    >
      {props.children?.(form, change)}
      {parts.map((part) =>
        'legend' in part ? (
          <fieldset key={part.legend} className="admin-form__group">
            <legend>{part.legend}</legend>
            {drawAll(part.fields)}
          </fieldset>
        ) : 'name' in part ? (
          <Fragment key={part.name}>{draw(part)}</Fragment>
        ) : (
          <div key={part[0]?.name} className="admin-form__row">
            {drawAll(part)}
          </div>
        ),
      )}
    </FormDialog>
  );
}

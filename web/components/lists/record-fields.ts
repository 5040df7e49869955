import type { ReactNode } from 'react';

/** What every field of a form says of itself. */
interface Named<Item> {
  name: keyof Item & string;
  label: string;
  hint?: ReactNode;
  /** Why it is refused; of what nothing is entered in, `missing`, and of a name that another one has, `taken`. */
  problem?: string;
  missing?: string;
  taken?: string;
}

export interface OwnEntry<Value> {
  value: Value;
  onChange: (value: unknown) => void;
}

/** A field of a form, and what it is entered as. */
export type RecordField<Item> = Named<Item> &
  (
    | {
        kind: 'text';
        required?: boolean;
        multiline?: boolean;
        maxLength?: number;
        inputMode?: 'email' | 'tel';
        /** Nothing entered is null. */
        orNull?: boolean;
      }
    /** CHF, or nothing. */
    | { kind: 'amount' }
    /** Off in a new one, unless it is `on`. */
    | { kind: 'check'; on?: boolean }
    /** One of a few words; the first stands for null. */
    | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
    /** Entered in a way of its own; `say` puts a value into words, beside the one that somebody else saved. */
    | {
        kind: 'own';
        empty: unknown;
        draw: (entry: OwnEntry<never>) => ReactNode;
        say: (value: never, other: never) => ReactNode;
      }
  );

/** What is entered: a text of texts, amounts and choices. */
export type RecordEntries = Record<string, unknown>;

/** What a form starts with. */
export function formOf<Item>(item: Item | null, fields: readonly RecordField<Item>[]): RecordEntries {
  return Object.fromEntries(fields.map((field) => [field.name, entryOf(field, item?.[field.name])]));
}

function entryOf<Item>(field: RecordField<Item>, value: unknown): unknown {
  if (field.kind === 'own') return value ?? field.empty;
  if (field.kind === 'check') return value ?? field.on ?? false;
  return field.kind === 'amount' ? writeAmount((value ?? null) as number | null) : (value ?? '');
}

/** What is sent of a form; undefined of what can't be. */
export function valuesOf<Item>(form: RecordEntries, fields: readonly RecordField<Item>[]): Partial<Item> {
  return Object.fromEntries(
    fields.map((field) => [field.name, sentOf(field, form[field.name])]),
  ) as Partial<Item>;
}

function sentOf<Item>(field: RecordField<Item>, entry: unknown): unknown {
  switch (field.kind) {
    case 'text': {
      const text = (entry as string).trim();
      if (text === '') return field.required ? undefined : field.orNull ? null : '';
      return text;
    }
    case 'amount':
      return readAmount(entry as string);
    case 'choice':
      return entry || null;
    default:
      return entry;
  }
}

/** CHF as people write them: 250, 1'000.50, 1’000,50; null for nothing, undefined for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/(CHF|Fr\.?|['’\s])/gi, '').replace(/[.,](–|-{1,2})$/, '');
  if (plain === '') return null;
  return /^\d{1,7}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

function writeAmount(chf: number | null): string {
  if (chf === null) return '';
  return Number.isInteger(chf) ? String(chf) : chf.toFixed(2);
}

import { z } from 'zod';
import { plainText } from '#shared/plain-text.ts';
import type { View } from '../views/view.ts';

/** Description of a view's parameter. */
export type ParameterDescription = {
  name: string;
  /** Repeatable. */
  list: boolean;
  /** Permitted values; null: any of `kind`. */
  values: readonly string[] | null;
  /** e.g. `text`, `whole number from 1 to 500`. */
  kind: string;
  /** Default as text; null: required. */
  standard: string | null;
  description: string;
};

type Json = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  items?: Json;
  default?: unknown;
  description?: string;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
};

/** A view's parameters in the order of its contract. */
export function parameterList(view: View): ParameterDescription[] {
  const { properties = {} } = z.toJSONSchema(view.parameters, { io: 'output', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const list = schema.type === 'array';
    const element = plain(list ? (schema.items ?? {}) : schema);
    return {
      name,
      list,
      values: element.enum?.map(String) ?? null,
      kind: kindOf(element),
      standard: standardOf(schema),
      description: schema.description ?? '',
    };
  });
}

/** Permitted values, for documentation and error messages. */
export function allowed({ values, kind }: Pick<ParameterDescription, 'values' | 'kind'>): string {
  return values ? values.join(', ') : kind;
}

/** The schema without null. */
function plain(schema: Json): Json {
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null');
  return choices?.length === 1 ? choices[0]! : schema;
}

function kindOf({ type, pattern, format, minimum, maximum }: Json): string {
  if (format === 'date') return 'date, YYYY-MM-DD';
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') {
    return pattern && pattern !== plainText.source ? `text that matches ${pattern}` : 'text';
  }
  const bound = (value: number | undefined) => value !== undefined && Math.abs(value) < 2 ** 31 - 1;
  const from = bound(minimum) ? ` from ${minimum}` : '';
  const to = bound(maximum) ? ` to ${maximum}` : '';
  return `${type === 'integer' ? 'whole number' : 'number'}${from}${to}`;
}

function standardOf({ type, default: standard, anyOf }: Json): string | null {
  if (type === 'array') return Array.isArray(standard) && standard.length > 0 ? standard.join(', ') : 'none';
  if (standard === null) return 'none';
  if (standard !== undefined) return String(standard);
  return anyOf?.some((choice) => choice.type === 'null') ? 'none' : null;
}

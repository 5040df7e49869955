import { z } from 'zod';

/** A choice of values as the query form sends it: absent, one value, or the key repeated. */
export function choices<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.preprocess(asArray, z.array(z.enum(values))).default([]);
}

/** Any names, e.g. molecules: absent, one value, or the key repeated. */
export function names() {
  return z.preprocess(asArray, z.array(z.string().min(1).max(500)).max(5000)).default([]);
}

/** Sort order of every aggregate list; descending, ties by name. */
export const sortBy = z
  .enum(['count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential'])
  .default('turnoverPotential');

export const productTypes = ['generika', 'original', 'others'] as const;

function asArray(value: unknown): unknown {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

import { z } from 'zod';
import { columnChoice as choice } from '#shared/schemas/preview.ts';

/** A column choice as an upload carries it: absent, JSON text of a form, or an object. */
export const columnChoice = z
  .preprocess((value) => {
    if (value === '' || value === null) return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, choice.optional())
  .optional();

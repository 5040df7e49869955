import { z } from 'zod';
import { packParts, packRows } from '../pack.ts';

/** In their order, none twice. */
export const partsOfPack = z
  .array(z.enum(packParts))
  .min(1)
  .max(packParts.length)
  .refine((parts) => new Set(parts).size === parts.length, 'must name no part twice');

export const packTemplate = z.strictObject({ parts: partsOfPack, rows: z.literal(packRows) });

import { z } from 'zod';
import type { View } from '#analytics/views/view.ts';

type JsonSchema = { enum?: string[]; items?: { enum?: string[] } };

/** The values that a parameter takes where they are listed: of a choice, or of the items of a list. */
export function listedValues(view: View, parameter: string): string[] {
  const schema = z.toJSONSchema(view.parameters.shape[parameter] as z.ZodType, {
    io: 'output',
    unrepresentable: 'any',
  }) as JsonSchema;
  return schema.enum ?? schema.items?.enum ?? [];
}

/** Every single choice of every parameter of a view that lists its values, and no choice at all. */
export function singleChoices(view: View): Record<string, string>[] {
  const choices = Object.keys(view.parameters.shape).flatMap((parameter) =>
    listedValues(view, parameter).map((value) => ({ [parameter]: value })),
  );
  return [{}, ...choices];
}

import * as z from 'zod/mini';

/** Direct link id of the statistic that stands beside the one of a dashboard. */
export const compareParameter = 'compare';

/** What is looked for in the list of a page. */
export const findParameter = 'find';

/** What goes along to every page: a language chosen by a link, and the layout without top bar and footer. */
const keptParameters = ['lang', 'layout'] as const;

const anyOrigin = 'https://portal.example';

/** Any keys with what they may hold, e.g. the parameters of a view. */
export type ChoiceSchema = z.ZodMiniObject;

export type ChoiceOf<Schema extends ChoiceSchema> = z.output<Schema>;

/** Parses the choices out of an address; what is missing or no longer valid takes its default. */
export function readChoice<Schema extends ChoiceSchema>(
  schema: Schema,
  parameters: URLSearchParams,
): ChoiceOf<Schema> {
  const entries = Object.entries(schema.shape).map(([key, field]) => [
    key,
    readField(field, parameters.getAll(key)),
  ]);
  return Object.fromEntries(entries) as ChoiceOf<Schema>;
}

/**
 * Puts choices into an address (or a query of the API): single values always, so that an address says all; lists only
 * where something is chosen, in a fixed order. Other parameters stay.
 */
export function writeChoice<Schema extends ChoiceSchema>(
  schema: Schema,
  choice: ChoiceOf<Schema>,
  parameters: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const written = new URLSearchParams(parameters);
  for (const key of Object.keys(schema.shape)) {
    const value: unknown = choice[key];
    written.delete(key);
    if (Array.isArray(value)) for (const each of value.toSorted()) written.append(key, String(each));
    else if (value !== null && value !== undefined) written.set(key, String(value));
  }
  return written;
}

/** True when the address says nothing about any of these choices. */
export function isSilent(schema: ChoiceSchema, parameters: URLSearchParams): boolean {
  return Object.keys(schema.shape).every((key) => !parameters.has(key));
}

/** A list in which an address names more than count: only the first `most` do. */
export interface OverfullList {
  given: number;
  most: number;
}

/** The first list of an address that names more than count, if there is one. */
export function overfullList(schema: ChoiceSchema, parameters: URLSearchParams): OverfullList | undefined {
  for (const [key, field] of Object.entries(schema.shape)) {
    const values = parameters.getAll(key);
    if (values.length < 2 || z.safeParse(field, values).success) continue;
    const valid = validValues(field, values);
    const most = mostOf(field, valid);
    if (most < valid.length) return { given: valid.length, most };
  }
  return undefined;
}

/** The choices with which a page starts. */
export function defaultChoice<Schema extends ChoiceSchema>(schema: Schema): ChoiceOf<Schema> {
  return readChoice(schema, new URLSearchParams());
}

function readField(field: z.core.$ZodType, values: readonly string[]): unknown {
  const whole = z.safeParse(field, values.length > 1 ? values : values[0]);
  if (whole.success) return whole.data;
  const valid = validValues(field, values);
  const rest = z.safeParse(field, valid.slice(0, mostOf(field, valid)));
  return rest.success ? rest.data : z.parse(field, undefined);
}

function validValues(field: z.core.$ZodType, values: readonly string[]): string[] {
  return values.filter((value) => z.safeParse(field, [value]).success);
}

/** How many of these values the list may hold. */
function mostOf(field: z.core.$ZodType, values: readonly string[]): number {
  const issues = z.safeParse(field, values).error?.issues ?? [];
  const tooMany = issues.find(({ code, path }) => code === 'too_big' && path.length === 0);
  return tooMany?.code === 'too_big' ? Number(tooMany.maximum) : values.length;
}

/** An address of the portal with what the current one's search part says of language and layout. */
export function keeping(to: string, search: string): string {
  const current = new URLSearchParams(search);
  const kept = keptParameters.filter((name) => current.has(name));
  if (kept.length === 0) return to;
  const url = new URL(to, anyOrigin);
  for (const name of kept) url.searchParams.set(name, current.get(name)!);
  return url.pathname + url.search + url.hash;
}

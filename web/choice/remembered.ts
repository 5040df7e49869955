import { type ChoiceSchema, isSilent, readChoice, writeChoice } from './address.ts';

/** A page whose choices stand in the address. */
export interface PageChoice<Schema extends ChoiceSchema = ChoiceSchema> {
  /** Prefix of what session storage remembers. */
  page: string;
  schema: Schema;
}

/** Remembers a page's last choice until the browser tab closes. */
export function rememberChoice({ page }: PageChoice, written: URLSearchParams): void {
  sessionStorage.setItem(storageKey(page), String(written));
}

/**
 * For an address that is silent about a page's choices: the same with the last ones made in this tab, else the
 * defaults. Null for an address that speaks for itself: it shows to everybody what it says.
 */
export function completedAddress(
  { page, schema }: PageChoice,
  parameters: URLSearchParams,
): URLSearchParams | null {
  if (!isSilent(schema, parameters)) return null;
  const remembered = new URLSearchParams(sessionStorage.getItem(storageKey(page)) ?? '');
  return writeChoice(schema, readChoice(schema, remembered), parameters);
}

function storageKey(page: string): string {
  return `choice:${page}`;
}

import { tabStorage } from '../api/browser-storage.ts';
import {
  type ChoiceOf,
  type ChoiceSchema,
  defaultChoice,
  isSilent,
  readChoice,
  writeChoice,
} from './address.ts';

/** A page whose choices stand in the address. */
export interface PageChoice<Schema extends ChoiceSchema = ChoiceSchema> {
  /** Prefix of what session storage remembers. */
  page: string;
  schema: Schema;
  /** With what the page starts where that is more than the schema's defaults; an address that leaves it out has not got it. */
  initial?: () => Partial<ChoiceOf<Schema>>;
}

/** A page that shows figures by what is chosen. */
export interface ChosenPage<Schema extends ChoiceSchema = ChoiceSchema> {
  choice: PageChoice<Schema>;
  /** Asks for the figures of a choice before they are drawn; `directLinkId` is '' outside of dashboards. */
  prefetch(directLinkId: string, choice: ChoiceOf<Schema>, parameters: URLSearchParams): Promise<unknown>;
}

/** The choices with which a page starts. */
export function startChoice<Schema extends ChoiceSchema>({
  schema,
  initial,
}: PageChoice<Schema>): ChoiceOf<Schema> {
  return { ...defaultChoice(schema), ...initial?.() };
}

/** Remembers a page's last choice until the browser tab closes. */
export function rememberChoice({ page }: PageChoice, written: URLSearchParams): void {
  tabStorage.write(storageKey(page), String(written));
}

/**
 * For an address that is silent about a page's choices: the same with the last ones made in this tab, else those with
 * which the page starts. Null for an address that speaks for itself, which shows to everybody what it says, and where
 * there is nothing to add.
 */
export function completedAddress(page: PageChoice, parameters: URLSearchParams): URLSearchParams | null {
  const { schema } = page;
  if (!isSilent(schema, parameters)) return null;
  const remembered = tabStorage.read(storageKey(page.page));
  const choice =
    remembered === null ? startChoice(page) : readChoice(schema, new URLSearchParams(remembered));
  const completed = writeChoice(schema, choice, parameters);
  return String(completed) === String(parameters) ? null : completed;
}

function storageKey(page: string): string {
  return `choice:${page}`;
}

import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ChoiceOf, type ChoiceSchema, readChoice, writeChoice } from './address.ts';
import { type PageChoice, rememberChoice, startChoice } from './remembered.ts';

export interface UsedChoice<Schema extends ChoiceSchema> {
  choice: ChoiceOf<Schema>;
  /** Changes some of the choices: a step in the browser's history, unless it replaces the current one. */
  choose: (changed: Partial<ChoiceOf<Schema>>, options?: { replace?: boolean }) => void;
  /** Differs from what the page starts with. */
  isChanged: boolean;
  /** Back to what the page starts with. */
  reset: () => void;
}

/** Milliseconds that a choice waits for its figures, so that the page is drawn once and not twice. */
const patience = 50;

/**
 * A page's choices. The address holds them: Back undoes one, and a copied link shows the same. `prepare` is told of a
 * new choice before the page is drawn for it, and asks for its figures; its promise says that they are there.
 */
export function usePageChoice<Schema extends ChoiceSchema>(
  page: PageChoice<Schema>,
  prepare: (next: ChoiceOf<Schema>) => Promise<unknown>,
): UsedChoice<Schema> {
  const [parameters, setParameters] = useSearchParams();
  const { schema } = page;
  const choice = useMemo(() => readChoice(schema, parameters), [schema, parameters]);
  const defaults = useMemo(() => startChoice(page), [page]);

  const choose = useCallback(
    (changed: Partial<ChoiceOf<Schema>>, { replace = false } = {}) => {
      const next = { ...choice, ...changed };
      rememberChoice(page, writeChoice(schema, next));
      drawOnce(prepare(next), () =>
        setParameters(writeChoice(schema, next, parameters), {
          replace,
          preventScrollReset: true,
          flushSync: true,
        }),
      );
    },
    [page, prepare, schema, choice, parameters, setParameters],
  );
  const reset = useCallback(() => choose(defaults), [choose, defaults]);
  const isChanged = String(writeChoice(schema, choice)) !== String(writeChoice(schema, defaults));
  return { choice, choose, isChanged, reset };
}

/**
 * Draws once what is to be drawn is `ready`: at once rather than after the answer when that takes longer than patience,
 * or the user goes on, who then finds everything as chosen. Not when the page has been left.
 */
function drawOnce(ready: Promise<unknown>, draw: () => void): void {
  const { href } = location;
  const over = new AbortController();
  const timer = setTimeout(begin, patience);
  for (const press of ['pointerdown', 'keydown', 'click']) {
    addEventListener(press, begin, { capture: true, signal: over.signal });
  }
  ready.then(begin);

  function begin() {
    if (over.signal.aborted) return;
    over.abort();
    clearTimeout(timer);
    if (location.href === href) draw();
  }
}

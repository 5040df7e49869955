import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ChoiceOf, type ChoiceSchema, defaultChoice, readChoice, writeChoice } from './address.ts';
import { type PageChoice, rememberChoice } from './remembered.ts';

export interface UsedChoice<Schema extends ChoiceSchema> {
  choice: ChoiceOf<Schema>;
  /** Changes some of the choices: a step in the browser's history, unless it replaces the current one. */
  choose: (changed: Partial<ChoiceOf<Schema>>, options?: { replace?: boolean }) => void;
  /** Differs from the defaults. */
  isChanged: boolean;
  /** Back to the defaults. */
  reset: () => void;
}

/**
 * A page's choices. The address holds them: Back undoes one, and a copied link shows the same. `prepare` is told of a
 * new choice before the page is drawn for it, so that its figures are asked for meanwhile.
 */
export function usePageChoice<Schema extends ChoiceSchema>(
  page: PageChoice<Schema>,
  prepare: (next: ChoiceOf<Schema>) => void,
): UsedChoice<Schema> {
  const [parameters, setParameters] = useSearchParams();
  const { schema } = page;
  const choice = useMemo(() => readChoice(schema, parameters), [schema, parameters]);
  const defaults = useMemo(() => defaultChoice(schema), [schema]);

  const choose = useCallback(
    (changed: Partial<ChoiceOf<Schema>>, { replace = false } = {}) => {
      const next = { ...choice, ...changed };
      prepare(next);
      rememberChoice(page, writeChoice(schema, next));
      setParameters(writeChoice(schema, next, parameters), {
        replace,
        preventScrollReset: true,
        flushSync: true,
      });
    },
    [page, prepare, schema, choice, parameters, setParameters],
  );
  const reset = useCallback(() => choose(defaults), [choose, defaults]);
  const isChanged = String(writeChoice(schema, choice)) !== String(writeChoice(schema, defaults));
  return { choice, choose, isChanged, reset };
}

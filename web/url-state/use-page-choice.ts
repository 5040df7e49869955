import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { inItsPlace } from '../components/dialogs/use-dialog.ts';
import { showFailure } from '../components/feedback/toasts.ts';
import { formatCount } from '../i18n/formats.ts';
import { type ChoiceOf, type ChoiceSchema, overfullList, readChoice, writeChoice } from './address.ts';
import { type ChosenPage, rememberChoice, startChoice } from './remembered.ts';

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
const patience = 150;

/**
 * A page's choices. The address holds them: Back undoes one, and a copied link shows the same. The figures of a new choice
 * are asked for before the page is drawn for it.
 */
export function usePageChoice<Schema extends ChoiceSchema>(page: ChosenPage<Schema>): UsedChoice<Schema> {
  const { directLinkId = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const { schema } = page.choice;
  const choice = useMemo(() => readChoice(schema, parameters), [schema, parameters]);
  const defaults = useMemo(() => startChoice(page.choice), [page]);
  useTellingOfOverfull(schema, parameters);

  const choose = useCallback(
    (changed: Partial<ChoiceOf<Schema>>, { replace = false } = {}) => {
      const written = writeChoice(schema, { ...choice, ...changed });
      rememberChoice(page.choice, written);
      // As the address will be read: of a list that is too long its beginning.
      drawOnce(page.prefetch(directLinkId, readChoice(schema, written), parameters), () => {
        // What else the page has put into its address meanwhile stays.
        const current = new URLSearchParams(location.search);
        const next = writeChoice(schema, { ...readChoice(schema, current), ...changed }, current);
        setParameters(next, {
          // What the page was opened with goes along, and a dialog that was opened meanwhile.
          ...inItsPlace(),
          // What changes nothing is no step for Back.
          replace: replace || inOrder(next) === inOrder(current),
          flushSync: true,
        });
      });
    },
    [page, directLinkId, schema, choice, parameters, setParameters],
  );
  const reset = useCallback(() => choose(defaults), [choose, defaults]);
  const isChanged = String(writeChoice(schema, choice)) !== String(writeChoice(schema, defaults));
  return { choice, choose, isChanged, reset };
}

/** Tells that a list in the address holds more than counts, whoever wrote it. */
function useTellingOfOverfull(schema: ChoiceSchema, parameters: URLSearchParams): void {
  const { t } = useTranslation('filters');
  const overfull = useMemo(() => overfullList(schema, parameters), [schema, parameters]);
  useEffect(() => {
    if (!overfull) return;
    const { given, most } = overfull;
    showFailure(t('tooMany', { given: formatCount(given), most: formatCount(most) }));
  }, [overfull, t]);
}

/**
 * Draws once what is to be drawn is `ready`: at once rather than after the answer when that takes longer than patience,
 * or the user goes on, who then finds everything as chosen. Not when the page has been left.
 */
function drawOnce(ready: Promise<unknown>, draw: () => void): void {
  const before = stepInHistory();
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
    if (stepInHistory() === before) draw();
  }
}

/** The same of addresses that differ in the order of their parameters alone. */
function inOrder(parameters: URLSearchParams): string {
  const sorted = new URLSearchParams(parameters);
  sorted.sort();
  return String(sorted);
}

/** Stays the same while the address of a step changes, as when what is typed is looked for. */
function stepInHistory(): string {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return `${idx} ${location.pathname}`;
}

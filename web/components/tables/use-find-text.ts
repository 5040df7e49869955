import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { findParameter } from '../../url-state/address.ts';
import { inItsPlace } from '../dialogs/use-dialog.ts';
import { useDebounced } from '../loading/use-debounced.ts';

/** As many characters as a question to the server takes. */
export const longestSearch = 200;

/** What is looked for in the list. The address follows when typing pauses, without a step in the history. */
export function useFindText() {
  const [parameters, setParameters] = useSearchParams();
  const [text, setText] = useState(() => searchable(parameters.getAll(findParameter).join(' ')));
  const [isNear, setNear] = useState(false);
  // A step that is under way is not to be replaced by this one's address: it would be lost.
  const { state } = useNavigation();
  const soon = useDebounced(text.trim(), 150);

  useEffect(() => {
    if (parameters.getAll(findParameter).join(' ') === text || state !== 'idle') return;
    const over = new AbortController();
    const timer = setTimeout(write, 400);
    // Who follows a link at once comes back to what was looked for.
    addEventListener('focusout', write, { capture: true, signal: over.signal });
    return leave;

    function leave() {
      clearTimeout(timer);
      over.abort();
    }
    function write() {
      leave();
      const next = new URLSearchParams(parameters);
      if (text) next.set(findParameter, text);
      else next.delete(findParameter);
      setParameters(next, inItsPlace());
    }
  }, [text, parameters, setParameters, state]);

  return {
    text,
    setText: useCallback((typed: string) => setText(searchable(typed)), []),
    /** What the server is asked to look for, when typing pauses: nothing for a text of blanks. */
    words: useMemo(() => (soon === '' ? [] : [soon]), [soon]),
    /** What is typed is what the server is asked for. */
    isSettled: soon === text.trim(),
    /** Somebody is about to look for something. */
    isNear,
    approach: useCallback(() => setNear(true), []),
  };
}

/** Without what no name has and the server refuses: NUL and halves of characters. */
function searchable(text: string): string {
  return text
    .slice(0, longestSearch)
    .toWellFormed()
    .replaceAll(/[\0\uFFFD]/g, '');
}

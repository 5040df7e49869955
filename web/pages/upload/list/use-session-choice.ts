import { useState } from 'react';
import { tabStorage } from '../../../api/browser-storage.ts';

/**
 * A page's choices, kept in session storage under the page's prefix until the browser closes. What is missing from an
 * older stored choice comes from the defaults. `asked`: what the page is opened with in its place.
 */
export function useSessionChoice<Choice extends object>(
  key: string,
  defaults: Choice,
  asked?: Choice,
): { choice: Choice; choose: (changed: Partial<Choice>) => void; isChanged: boolean; reset: () => void } {
  const [choice, setChoice] = useState<Choice>(() => {
    if (asked) tabStorage.write(key, JSON.stringify(asked));
    return asked ?? { ...defaults, ...readStored<Choice>(key) };
  });
  function store(next: Choice) {
    tabStorage.write(key, JSON.stringify(next));
    setChoice(next);
  }
  return {
    choice,
    choose: (changed) => store({ ...choice, ...changed }),
    isChanged: JSON.stringify(choice) !== JSON.stringify(defaults),
    reset: () => store(defaults),
  };
}

function readStored<Choice>(key: string): Partial<Choice> {
  try {
    return JSON.parse(tabStorage.read(key) ?? '{}') as Partial<Choice>;
  } catch {
    return {};
  }
}

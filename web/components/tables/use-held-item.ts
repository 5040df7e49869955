import { useRef } from 'react';

/**
 * What an open dialog is about, as `found` in its list, and as it was once it is gone from there: what is entered does not
 * vanish because somebody else has deleted it. `step` names what is open; null: nothing.
 */
export function useHeldItem<Item>(step: string | null, found: Item | undefined): Item | undefined {
  const held = useRef<{ step: string; item: Item }>(undefined);
  if (step === null) held.current = undefined;
  else if (found !== undefined) held.current = { step, item: found };
  return held.current?.step === step ? held.current?.item : undefined;
}

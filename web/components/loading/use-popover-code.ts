import { startTransition, useEffect, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { whenIdle } from './when-idle.ts';

export type PopoverCode = typeof import('./popover-code.ts');

/** Milliseconds after which a page that never rests is taken for painted. */
const patience = 1000;

let arrived: PopoverCode | undefined;
let quiet: Promise<void> | undefined;

/**
 * The code of popovers, menus and tooltips, once it is there: fetched after the page's figures, or as soon as it is
 * `needed`. Throws while rendering when it does not come then.
 */
export function usePopoverCode(needed = false): PopoverCode | undefined {
  const [code, setCode] = useState(arrived);
  useEffect(() => {
    if (code) return;
    const turn = needed ? Promise.resolve() : whenQuiet();
    turn
      .then(() => import('./popover-code.ts'))
      .then(
        (module) => {
          arrived = module;
          startTransition(() => setCode(module));
        },
        (error) => {
          if (!needed) return;
          setCode(() => {
            throw error;
          });
        },
      );
  }, [code, needed]);
  return code;
}

/** Until what was asked for has come and has been painted. */
function whenQuiet(): Promise<void> {
  quiet ??= new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(look);
    function look() {
      if (queryClient.isFetching() > 0) return;
      stop();
      requestAnimationFrame(() => whenIdle(resolve, patience));
    }
    look();
  });
  return quiet;
}

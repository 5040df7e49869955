import { type ComponentType, createElement, lazy, type ReactNode } from 'react';
import { checkConnection, isConnected } from '../../api/connection.ts';

/** What lets components whose code did not come ask for it anew. */
const failed = new Set<() => void>();

/**
 * A component whose code is fetched when it is drawn first, as React's `lazy` does. Code that did not come is not given
 * up for as long as the document lives: `askAgain` lets it be fetched anew.
 */
export function lazyComponent<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const begin = () =>
    lazy(() =>
      fetchCode().catch((error) => {
        failed.add(() => {
          code = begin();
        });
        checkConnection();
        throw error;
      }),
    ) as unknown as ComponentType<Props>;
  let code = begin();
  // biome-ignore lint/correctness/noComponentHookFactories: called where modules begin, once for each.
  return function Lazy(props) {
    return createElement(code, props);
  };
}

/** Asks anew for all code and styles that did not come; what draws them has to be drawn anew. Never rejects. */
export async function askAgain(): Promise<void> {
  for (const forget of failed) forget();
  failed.clear();
  await askStylesAgain();
}

/**
 * Asks again and has it drawn. Where that has been tried and the server is there, its code was replaced by newer, which only
 * a new document asks for.
 */
export function retry(hasTried: boolean, drawAnew: () => void): void {
  if (hasTried && isConnected()) location.reload();
  else askAgain().then(drawAnew);
}

/** Code that comes the second time would not ask for its styles another time, and stand there without. */
async function askStylesAgain(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = Array.from(sheets).filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map((sheet) => {
      const again = sheet.cloneNode() as HTMLLinkElement;
      const settled = new Promise((resolve) => {
        again.onload = resolve;
        again.onerror = resolve;
      });
      sheet.replaceWith(again);
      return settled;
    }),
  );
}

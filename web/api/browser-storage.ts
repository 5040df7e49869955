/**
 * Texts that outlive the document, by key. What the browser does not take, because it is full or may keep nothing, is there
 * as long as the document lives.
 */
export interface BrowserStorage {
  read(key: string): string | null;
  /** Keeps what is only a convenience. */
  write(key: string, text: string): void;
  /** Keeps what somebody has entered; false where the browser does not, and then leaving the page asks. */
  writeWork(key: string, text: string): boolean;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
}

/** What the browser did not take, newer than what it may have under the same key. */
type Refused = Map<string, { text: string; isWork: boolean }>;

const refusals: Refused[] = [];
const listeners = new Set<() => void>();

/** Shared by the tabs of a browser, and there when it is opened again. */
export const sharedStorage = guarded(() => localStorage);

/** Of this tab, until it is closed. */
export const tabStorage = guarded(() => sessionStorage);

/** False for what somebody has entered and the browser did not take. */
export function isKept(key: string): boolean {
  return !refusals.some((refused) => refused.get(key)?.isWork);
}

/** Tells whenever something may have been kept that was not before, or the other way round. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `open`: a browser that may keep nothing throws already when it is asked for its storage. */
function guarded(open: () => Storage): BrowserStorage {
  const refused: Refused = new Map();
  refusals.push(refused);

  return {
    read: (key) => refused.get(key)?.text ?? attempt(() => open().getItem(key), null),
    write: (key, text) => void put(key, text, false),
    writeWork: (key, text) => put(key, text, true),
    remove(key) {
      refused.delete(key);
      attempt(() => open().removeItem(key), undefined);
      tell();
    },
    keys: () => [...new Set([...refused.keys(), ...attempt(() => Object.keys(open()), [])])],
    clear() {
      refused.clear();
      attempt(() => open().clear(), undefined);
      tell();
    },
  };

  function put(key: string, text: string, isWork: boolean): boolean {
    const isTaken = attempt(() => {
      open().setItem(key, text);
      return true;
    }, false);
    if (isTaken) refused.delete(key);
    else refused.set(key, { text, isWork });
    tell();
    return isTaken;
  }
}

function attempt<Value>(use: () => Value, otherwise: Value): Value {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

function tell(): void {
  const isAsking = refusals.some((refused) => [...refused.values()].some(({ isWork }) => isWork));
  // Only while there is something to lose: a page that asks is not kept for going back to it.
  if (isAsking) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

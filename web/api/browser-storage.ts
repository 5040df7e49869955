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

/** Files that somebody has chosen and not sent, of all tabs, each under a key of its own that says whose it is and since when. */
export const fileStorage = {
  newKey: (userId: number) =>
    `${userId}:${Date.now()}:${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
  /** Rejects where the browser does not keep it. */
  write: (key: string, file: File) => inFiles('readwrite', (files) => files.put(file, key)),
  /** Null where it is not kept, or not any more. */
  read: (key: string): Promise<File | null> =>
    inFiles<unknown>('readonly', (files) => files.get(key)).then(
      (found) => (found instanceof File ? found : null),
      () => null,
    ),
  remove: (key: string) => quietly(inFiles('readwrite', (files) => files.delete(key))),
  clear: () => quietly(inFiles('readwrite', (files) => files.clear())),
  /** Drops what others have left, and of the user's own what a closed tab has left long ago. */
  tidy: (userId: number) =>
    quietly(
      inFiles('readonly', (files) => files.getAllKeys()).then((keys) => {
        const old = Date.now() - longestKept;
        const isLeft = (key: IDBValidKey) => {
          const [whose, since] = String(key).split(':').map(Number);
          return whose !== userId || !(since! > old);
        };
        return Promise.all(
          keys.filter(isLeft).map((key) => inFiles('readwrite', (files) => files.delete(key))),
        );
      }),
    ),
};

const longestKept = 7 * 24 * 60 * 60 * 1000;
let openedFiles: Promise<IDBDatabase> | undefined;

async function inFiles<Value>(
  mode: IDBTransactionMode,
  use: (files: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  openedFiles ??= openFiles();
  const database = await openedFiles.catch((error: unknown) => {
    openedFiles = undefined;
    throw error;
  });
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('files', mode);
    const request = use(transaction.objectStore('files'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

function openFiles(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('unsent-files', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // By whoever clears what the browser keeps.
      request.result.onclose = () => {
        openedFiles = undefined;
      };
      resolve(request.result);
    };
  });
}

/** What a browser without such a store can't drop is not there. */
async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
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

/**
 * Text storage by key that outlives the document. What the browser refuses (full, or storage disabled) is kept in memory
 * while the document lives.
 */
export interface BrowserStorage {
  read(key: string): string | null;
  /** Stores a convenience. */
  write(key: string, text: string): void;
  /** Stores user input; false where the browser refuses, and then leaving the page asks for confirmation. */
  writeWork(key: string, text: string): boolean;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
}

/** Refused values, newer than stored ones under the same key. */
type Refused = Map<string, { text: string; isWork: boolean }>;

const refusals: Refused[] = [];
const listeners = new Set<() => void>();

/** localStorage: shared by all tabs, kept when the browser is closed. */
export const sharedStorage = guarded(() => localStorage);

/** sessionStorage: of this tab, until it is closed. */
export const tabStorage = guarded(() => sessionStorage);

/** False for user input that the browser refused to store. */
export function isKept(key: string): boolean {
  return !refusals.some((refused) => refused.get(key)?.isWork);
}

/** Called whenever isKept may have changed. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `open`: the getter itself throws where storage is disabled. */
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

/** Chosen files not yet sent, of all tabs, by keys with owner and time. */
export const fileStorage = {
  newKey: (userId: number) =>
    `${userId}:${Date.now()}:${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
  /** Rejects where the browser refuses. */
  write: (key: string, file: File) => inFiles('readwrite', (files) => files.put(file, key)),
  /** Null where it is missing. */
  read: (key: string): Promise<File | null> =>
    inFiles<unknown>('readonly', (files) => files.get(key)).then(
      (found) => (found instanceof File ? found : null),
      () => null,
    ),
  remove: (key: string) => quietly(inFiles('readwrite', (files) => files.delete(key))),
  clear: () => quietly(inFiles('readwrite', (files) => files.clear())),
  /** Deletes files of other users, and old ones of the user's closed tabs. */
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
      // When the user clears the browser's data.
      request.result.onclose = () => {
        openedFiles = undefined;
      };
      resolve(request.result);
    };
  });
}

/** Without such a store there is nothing to delete. */
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
  // Only when needed: a page with a beforeunload listener is excluded from the back/forward cache.
  if (isAsking) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

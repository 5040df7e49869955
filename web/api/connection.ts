/** Milliseconds between looks whether the server answers again. */
const looksEvery = 5000;

let isAway = false;
let looking: ReturnType<typeof setInterval> | undefined;
let isNetworkWatched = false;
const listeners = new Set<() => void>();

/** Whether, as far as is known, the server can be reached: the network is there and the last call was answered. */
export function isConnected(): boolean {
  return navigator.onLine && !isAway;
}

/** Calls back whenever that changes, until what it gives is called. */
export function onConnectionChange(listener: () => void): () => void {
  watchNetwork();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes note that a call was answered, whatever with, or that it was not; then the server is asked until it is. */
export function noteAnswer(came: boolean): void {
  if (isAway === !came) return;
  isAway = !came;
  clearInterval(looking);
  if (isAway) looking = setInterval(checkConnection, looksEvery);
  changed();
}

/** Asks the server for nothing but a sign of life. */
export function checkConnection(): void {
  if (!navigator.onLine) return;
  fetch('/api/portal', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => noteAnswer(!isOfProxy(status)),
    () => noteAnswer(false),
  );
}

/** What a proxy answers while there is no server behind it. */
export function isOfProxy(status: number): boolean {
  return status === 502 || status === 504;
}

function watchNetwork(): void {
  if (isNetworkWatched) return;
  isNetworkWatched = true;
  addEventListener('offline', changed);
  addEventListener('online', () => {
    changed();
    if (isAway) checkConnection();
  });
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** Milliseconds between checks whether the server answers again. */
const looksEvery = 5000;

let isAway = false;
let looking: ReturnType<typeof setInterval> | undefined;
let isNetworkWatched = false;
const listeners = new Set<() => void>();

/** Whether the server seems reachable: online, and the last call was answered. */
export function isConnected(): boolean {
  return navigator.onLine && !isAway;
}

/** Calls `listener` on changes; returns the function to unsubscribe. */
export function onConnectionChange(listener: () => void): () => void {
  watchNetwork();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records whether a call was answered; if not, the server is polled until it answers. */
export function noteAnswer(came: boolean): void {
  if (isAway === !came) return;
  isAway = !came;
  clearInterval(looking);
  if (isAway) looking = setInterval(checkConnection, looksEvery);
  changed();
}

/** Sends a health check. */
export function checkConnection(): void {
  if (!navigator.onLine) return;
  fetch('/api/portal', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => noteAnswer(!isOfProxy(status)),
    () => noteAnswer(false),
  );
}

/** Statuses of a proxy without a server. */
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

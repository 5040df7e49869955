const name = 'token';
const rememberedSeconds = 365 * 24 * 60 * 60;
/** All tabs of a browser share the cookie; this is how they hear of a change. */
const otherTabs = new BroadcastChannel('token');

/** The bearer token of the stored session, or null. */
export function readToken(): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Keeps the token for 365 days when remembered, else until the browser closes. */
export function storeToken(token: string, remember: boolean): void {
  writeCookie(encodeURIComponent(token), remember ? `; Max-Age=${rememberedSeconds}` : '');
  otherTabs.postMessage(token);
}

export function clearToken(): void {
  writeCookie('', '; Max-Age=0');
  otherTabs.postMessage(null);
}

/** Sets what happens once another tab has signed in or out. */
export function onTokenChangedElsewhere(handler: () => void): void {
  otherTabs.addEventListener('message', async ({ data: token }) => {
    // The message may be here before the cookie.
    for (let wait = 0; wait < 50 && readToken() !== token; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    handler();
  });
}

function writeCookie(value: string, lifetime: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be read synchronously.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${lifetime}${secure}`;
}

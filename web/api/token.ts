import { sharedStorage } from './browser-storage.ts';

const name = 'token';
const rememberedLifetime = `; Max-Age=${365 * 24 * 60 * 60}`;

/** Marks the cookie as one for 365 days, which it does not tell itself. */
const rememberedKey = 'remembered';

/** Tells other tabs, which share the cookie, of changes. */
const otherTabs = new BroadcastChannel('token');

/** The token of a browser that refuses cookies, while the document lives. */
let ofDocument: string | null = null;

/** The bearer token of the stored session, or null. */
export function readToken(): string | null {
  return readCookie(name) ?? ofDocument;
}

/** False where cookies are refused: the session then ends with the document. */
export function takesCookies(): boolean {
  writeCookie('takes-cookies', 'yes', '');
  const isTaken = readCookie('takes-cookies') !== null;
  writeCookie('takes-cookies', '', '; Max-Age=0');
  return isTaken;
}

/** Keeps the token for 365 days when remembered, else until the browser closes. */
export function storeToken(token: string, remember: boolean): void {
  writeCookie(name, token, remember ? rememberedLifetime : '');
  if (remember) sharedStorage.write(rememberedKey, 'yes');
  else sharedStorage.remove(rememberedKey);
  ofDocument = readCookie(name) === token ? null : token;
  otherTabs.postMessage(token);
}

/** Renews a remembered cookie: Safari limits cookies set by scripts to seven days. */
export function keepToken(): void {
  const token = readCookie(name);
  if (token && sharedStorage.read(rememberedKey)) writeCookie(name, token, rememberedLifetime);
}

export function clearToken(): void {
  writeCookie(name, '', '; Max-Age=0');
  sharedStorage.remove(rememberedKey);
  ofDocument = null;
  otherTabs.postMessage(null);
}

/** Sets the callback for changes by other tabs. */
export function onTokenChangedElsewhere(handler: () => void): void {
  otherTabs.addEventListener('message', async ({ data: token }) => {
    // The message may arrive before the cookie.
    for (let wait = 0; wait < 50 && readToken() !== token; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    handler();
  });
}

function readCookie(of: string): string | null {
  const start = `${prefix()}${of}=`;
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return pair?.slice(start.length) ?? null;
}

/**
 * Values have only letters, digits, - and _, as tokens do; a cookie of that name by another application may not be
 * decodable.
 */
function writeCookie(of: string, value: string, lifetime: string): void {
  const secure = prefix() && '; Secure';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be read synchronously.
  document.cookie = `${prefix()}${of}=${value}; Path=/; SameSite=Lax${lifetime}${secure}`;
}

/** With TLS, no other host and no plain HTTP page can set a cookie with this prefix. Browsers require Secure for it. */
function prefix(): '' | '__Host-' {
  return location.protocol === 'https:' ? '__Host-' : '';
}

const key = 'device';

/**
 * The token of a known device, from any earlier sign-in in this browser; it grants no access and survives signing out.
 */
export function readDevice(): string | undefined {
  return sharedStorage.read(key) ?? undefined;
}

export function keepDevice(token: string): void {
  sharedStorage.write(key, token);
}

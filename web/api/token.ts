import { sharedStorage } from './browser-storage.ts';

const name = 'token';
const rememberedLifetime = `; Max-Age=${365 * 24 * 60 * 60}`;

/** Says that the cookie is one for 365 days: of itself it does not. */
const rememberedKey = 'remembered';

/** All tabs of a browser share the cookie; this is how they hear of a change. */
const otherTabs = new BroadcastChannel('token');

/** Of a browser that takes no cookies, for as long as the document lives. */
let ofDocument: string | null = null;

/** The bearer token of the stored session, or null. */
export function readToken(): string | null {
  return readCookie(name) ?? ofDocument;
}

/** False where the browser takes no cookies: a session ends with the document. */
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

/** Keeps a remembered token for as long again. Safari forgets after seven days what scripts have written. */
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

function readCookie(of: string): string | null {
  const start = `${prefix()}${of}=`;
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return pair?.slice(start.length) ?? null;
}

/** A value of letters, digits, - and _, as tokens are: what another application has set by the same name may not be to decode. */
function writeCookie(of: string, value: string, lifetime: string): void {
  const secure = prefix() && '; Secure';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be read synchronously.
  document.cookie = `${prefix()}${of}=${value}; Path=/; SameSite=Lax${lifetime}${secure}`;
}

/** Behind TLS no other host, and nobody without TLS, can set a cookie of this name. Browsers take it with Secure alone. */
function prefix(): '' | '__Host-' {
  return location.protocol === 'https:' ? '__Host-' : '';
}

const key = 'device';

/** By what the portal knows this browser from earlier sign-ins, whoever's; it opens nothing and stays on signing out. */
export function readDevice(): string | undefined {
  return sharedStorage.read(key) ?? undefined;
}

export function keepDevice(token: string): void {
  sharedStorage.write(key, token);
}

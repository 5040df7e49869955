const name = 'token';
const rememberedSeconds = 365 * 24 * 60 * 60;

/** The bearer token of the stored session, or null. */
export function readToken(): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Keeps the token for 365 days when remembered, else until the browser closes. */
export function storeToken(token: string, remember: boolean): void {
  writeCookie(encodeURIComponent(token), remember ? `; Max-Age=${rememberedSeconds}` : '');
}

export function clearToken(): void {
  writeCookie('', '; Max-Age=0');
}

function writeCookie(value: string, lifetime: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be read synchronously.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${lifetime}${secure}`;
}

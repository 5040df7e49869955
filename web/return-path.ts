import type { User } from './api/session.ts';
import { keeping } from './url-state/address.ts';

/** No address of this kind is ever real. */
const here = 'http://portal.invalid';

/** The page that a user has chosen to begin with. */
export function startPath(user: Pick<User, 'startPage'> | null | undefined): string {
  return user?.startPage === 'today' ? '/today' : '/';
}

/**
 * Where to go after signing in: a path of this site only, never an address somebody put into the link. The path is
 * taken as the browser reads it, because `/.//other.example` becomes `//other.example` on the way.
 */
export function returnPath(
  parameters: URLSearchParams,
  user?: Pick<User, 'startPage'> | null | undefined,
): string {
  const given = parameters.get('return') ?? startPath(user);
  const home = keeping(startPath(user), String(parameters));
  if (!given.startsWith('/') || !URL.canParse(given, here)) return home;
  const { origin, pathname, search, hash } = new URL(given, here);
  const isLocal = origin === here && !/^\/(\/|\\|%2f|%5c)/i.test(pathname);
  return isLocal ? keeping(pathname + search + hash, String(parameters)) : home;
}

/** The login that leads back to a page; `expired`: because the session has ended. */
export function loginPath(
  { pathname, search }: { pathname: string; search: string },
  expired = false,
): string {
  const parameters = new URLSearchParams();
  if (expired) parameters.set('expired', '');
  if (pathname + search !== '/') parameters.set('return', pathname + search);
  return keeping(parameters.size > 0 ? `/login?${parameters}` : '/login', search);
}

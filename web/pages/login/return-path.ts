/** Where to go after signing in: a path of this site only, never an address somebody put into the link. */
export function returnPath(parameters: URLSearchParams): string {
  const path = parameters.get('return') ?? '/';
  const isLocal = path.startsWith('/') && new URL(path, location.origin).origin === location.origin;
  return isLocal ? path : '/';
}

/** The login that leads back to a page; `expired`: because the session has ended. */
export function loginPath(
  { pathname, search }: { pathname: string; search: string },
  expired = false,
): string {
  const parameters = new URLSearchParams();
  if (expired) parameters.set('expired', '');
  if (pathname + search !== '/') parameters.set('return', pathname + search);
  return parameters.size > 0 ? `/login?${parameters}` : '/login';
}

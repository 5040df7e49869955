/** Where to go after signing in: a path of this site only, never an address somebody put into the link. */
export function returnPath(parameters: URLSearchParams): string {
  const path = parameters.get('return') ?? '/';
  const isLocal = path.startsWith('/') && new URL(path, location.origin).origin === location.origin;
  return isLocal ? path : '/';
}

import { data, redirect } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { isFor } from './audience.ts';
import type { Audience } from './page.ts';
import { loginPath, returnPath } from './return-path.ts';

/**
 * Lets nobody but its audience open a page: visitors are led to the login and back, who has signed in to where the
 * login leads, and for everybody else there is no such page. Throws for an audience that does not exist.
 */
export function guardOf(audience: Audience): (request: Request) => Promise<void> {
  const isForEverybody = isFor(audience, null) && audience !== 'guests';
  return async (request) => {
    if (isForEverybody) return;
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (isFor(audience, user)) return;
    const address = new URL(request.url);
    if (!user) throw redirect(loginPath(address));
    if (audience === 'guests') throw redirect(returnPath(address.searchParams));
    throw data(null, { status: 404 });
  };
}

import type { Context } from 'koa';
import type { User } from '#shared/schemas/user.ts';
import type { SessionWatch, WatchSession } from '../accounts/sign-in/watch-sessions.ts';
import { clientGone, onceClosed } from './client-gone.ts';
import { bearerToken } from './mount.ts';

/** The session of a request until it is answered; its signal fires as well when the client is gone. */
export function sessionOf(
  ctx: Context,
  { watchSession }: { watchSession: WatchSession },
  user: User,
): Omit<SessionWatch, 'release'> {
  const { signal, confirm, release } = watchSession(bearerToken(ctx) ?? '', user);
  onceClosed(ctx, release);
  return { signal: AbortSignal.any([signal, clientGone(ctx)]), confirm };
}

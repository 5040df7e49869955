import type { Context } from 'koa';
import type { User } from '../answers/user.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientGone, onceClosed } from '../middleware/client-gone.ts';
import type { SessionWatch } from '../sign-in/watch-sessions.ts';
import { bearerToken } from './mount.ts';

/** The session of a request until it is answered; its signal fires as well when the client is gone. */
export function sessionOf(
  ctx: Context,
  { watchSession }: Pick<Dependencies, 'watchSession'>,
  user: User,
): Omit<SessionWatch, 'release'> {
  const { signal, confirm, release } = watchSession(bearerToken(ctx) ?? '', user);
  onceClosed(ctx, release);
  return { signal: AbortSignal.any([signal, clientGone(ctx)]), confirm };
}

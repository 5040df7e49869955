import { createHash } from 'node:crypto';

/** What a program may do by an access token, which begins with it. */
export type Scope = 'upload';

const UPLOAD = 'upload_';

/** What a token is only good for; nothing for a session's, which is good for all that its user may. */
export function scopeOf(token: string): Scope | undefined {
  return token.startsWith(UPLOAD) ? 'upload' : undefined;
}

/** An access token around 256 bits that nobody can guess. */
export const accessToken = (secret: string) => `${UPLOAD}${secret}`;

/** What is stored of a token: 256 random bits need no salt. An access token's hash is none that a session's could have. */
export function hashToken(token: string): Buffer {
  const scope = scopeOf(token);
  return createHash('sha256')
    .update(scope ? `${scope} ${token}` : token)
    .digest();
}

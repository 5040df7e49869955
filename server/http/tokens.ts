import { createHash } from 'node:crypto';

/** What an access token permits; the token begins with it. */
export type Scope = 'upload';

const UPLOAD = 'upload_';

/** The scope of an access token; undefined for the token of a session, which permits all that its user may. */
export function scopeOf(token: string): Scope | undefined {
  return token.startsWith(UPLOAD) ? 'upload' : undefined;
}

/** An access token made of 256 random bits. */
export const accessToken = (secret: string) => `${UPLOAD}${secret}`;

/**
 * The stored hash of a token: 256 random bits need no salt. An access token and a session's token never have the same
 * hash.
 */
export function hashToken(token: string): Buffer {
  const scope = scopeOf(token);
  return createHash('sha256')
    .update(scope ? `${scope} ${token}` : token)
    .digest();
}

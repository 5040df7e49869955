/** For whom a page is, as its route's `handle`; without one, for everyone. */
export interface Audience {
  audience: 'signedIn' | 'guests';
}

export const forSignedIn: Audience = { audience: 'signedIn' };
export const forGuests: Audience = { audience: 'guests' };

/** For whom the innermost of these routes is that says so. */
export function audienceOf(handles: readonly unknown[]): Audience['audience'] | undefined {
  return handles.map((handle) => (handle as Audience | undefined)?.audience).findLast(Boolean);
}

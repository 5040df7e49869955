import { type Query, queryOptions } from '@tanstack/react-query';
import type { Language } from '#shared/languages.ts';
import type { SignedIn, StartPage, CurrentUser as User } from '#shared/schemas/user.ts';
import { fileStorage, tabStorage } from './browser-storage.ts';
import { ApiFailure, commonHeaders, request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';
import { clearToken, keepDevice, keepToken, readDevice, readToken, storeToken } from './token.ts';

export type { User };

const lastUserKey = 'user';
const signOutListeners = new Set<(userId: User['id']) => void>();

/** Signing out clears all tabs, unlike a session that expires. */
const signedOut = new BroadcastChannel('signed-out');
signedOut.addEventListener('message', ({ data: userId }) => dropUpload(userId));

/** The signed-in user, or null for a visitor. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchCurrentUser,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Whether the session ended on a page that stays open for visitors, without a notice yet. */
export const sessionEndedQuery = queryOptions({
  queryKey: ['session', 'ended'],
  queryFn: () => false,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export async function signIn(email: string, password: string, remember: boolean): Promise<User> {
  const answer = await requestJson<SignedIn>('/users/authenticate', {
    method: 'POST',
    json: { email, password, remember, device: readDevice() },
    anonymous: true,
  });
  beginSession(answer, remember);
  return answer;
}

/** Continues as the user who has signed in. */
export function beginSession({ token, device, ...user }: SignedIn, remember: boolean): void {
  keepDevice(device);
  storeToken(token, remember);
  forgetChoicesOfOthers(user);
  becomeUser(user);
}

/** Filters stay in the tab for the same user, also across sessions. */
function forgetChoicesOfOthers({ id }: Pick<User, 'id'>): void {
  const before = tabStorage.read(lastUserKey);
  if (before !== null && before !== String(id)) tabStorage.clear();
  tabStorage.write(lastUserKey, String(id));
}

/** Ends the session here at once; the server's answer does not matter. */
export function signOut(): void {
  const token = readToken();
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  clearToken();
  tabStorage.clear();
  fileStorage.clear();
  if (userId !== undefined) {
    dropUpload(userId);
    signedOut.postMessage(userId);
  }
  becomeUser(null);
  if (!token) return;
  fetch('/api/logout', { method: 'POST', headers: commonHeaders(token), keepalive: true }).catch(
    () => undefined,
  );
}

/** Storage key of a user's unsent upload. */
export function uploadKey(userId: User['id']): string {
  return `upload-draft:${userId}`;
}

/** Calls `listener` when a user signs out, here or in another tab. */
export function onSignOut(listener: (userId: User['id']) => void): void {
  signOutListeners.add(listener);
}

function dropUpload(userId: User['id']): void {
  tabStorage.remove(uploadKey(userId));
  for (const listener of signOutListeners) listener(userId);
}

/** Drops all data of the previous user. */
export function becomeUser(user: User | null): void {
  queryClient.removeQueries({ predicate: isNotOfSession });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  noteSessionEnded(false);
}

/** After the session has ended: refetches the data of the open page, drops all else. */
export function goOnAsVisitor(): void {
  keepOnlyOpenPage(null);
  noteSessionEnded(true);
  queryClient.invalidateQueries({ predicate: isNotOfSession });
}

/** After another tab has signed in: the open page is loaded anew. */
export function goOnAs(user: User): void {
  keepOnlyOpenPage(user);
  noteSessionEnded(false);
  queryClient.resetQueries({ predicate: isNotOfSession });
}

function keepOnlyOpenPage(user: User | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
  queryClient.removeQueries({ predicate: isNotOfSession, type: 'inactive' });
}

/**
 * The current user after another tab has changed the session, or an administrator the user; undefined when unchanged or
 * unknown.
 */
export async function newUser(): Promise<User | null | undefined> {
  const before = queryClient.getQueryData(sessionQuery.queryKey) ?? null;
  const user = await fetchCurrentUser().catch(() => before);
  return user?.id === before?.id && user?.role === before?.role ? undefined : user;
}

/** After setting a password by a link, which ends the user's sessions; the user signed in here may be another one. */
export async function checkSession(): Promise<void> {
  if ((await newUser()) === null) becomeUser(null);
}

/** Stores the language of the signed-in user, if any, which mails follow. */
export function saveLanguage(language: Language): Promise<void> {
  return saveChoice('language', { language });
}

/** Stores the start page. */
export function saveStartPage(startPage: StartPage): Promise<void> {
  return saveChoice('start-page', { startPage });
}

let savedBefore = Promise.resolve();

/** Sequentially, so that the last choice wins. */
function saveChoice(name: string, choice: Partial<Pick<User, 'language' | 'startPage'>>): Promise<void> {
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  const saved = savedBefore.then(async () => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (!user || user.id !== userId) return;
    await request(`/users/current/${name}`, { method: 'PUT', json: choice });
    queryClient.setQueryData(sessionQuery.queryKey, (now) =>
      now?.id === user.id ? { ...now, ...choice } : now,
    );
  });
  savedBefore = saved.catch(() => undefined);
  return saved;
}

export function noteSessionEnded(ended: boolean): void {
  queryClient.setQueryData(sessionEndedQuery.queryKey, ended);
}

function isNotOfSession({ queryKey }: Query): boolean {
  return queryKey[0] !== sessionQuery.queryKey[0];
}

async function fetchCurrentUser(): Promise<User | null> {
  if (!readToken()) return null;
  try {
    const user = await requestJson<User>('/users/current');
    forgetChoicesOfOthers(user);
    keepToken();
    return user;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}

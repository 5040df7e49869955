import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { insertSession } from '#server/accounts/sign-in/session-queries.ts';
import { hashToken } from '#server/http/tokens.ts';
import type { Portal } from '#tests/support/browser.ts';

/** Signs a demo user in by a session of their own, without the login page, and opens the list of statistics. */
export async function signIn(page: Page, portal: Portal, email: string): Promise<void> {
  await startSession(page, portal, email);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 }).waitFor();
}

/** Signs a demo user in by a session of their own and opens no page yet. */
export async function startSession(page: Page, portal: Portal, email: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await portal.pool.query<{ id: number }>('select id from users where email = $1', [email]);
  await insertSession(portal.pool, hashToken(token), rows[0]!.id, false);
  await page.context().addCookies([{ name: 'token', value: token, url: portal.url, sameSite: 'Lax' }]);
}

/** Signs a demo user in through the login page, in German. */
export async function signInByForm(page: Page, portal: Portal, email: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, portal, email);
  await page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 }).waitFor();
}

/** Signs in where a page has led to the login, in German. */
export async function fillLogin(page: Page, portal: Portal, email: string): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(portal.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** Signs out through the user's menu, in German. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
}

/** Ends every session of a user, as expiry does. */
export async function endSessions(portal: Portal, email: string): Promise<void> {
  await portal.pool.query('delete from sessions where user_id = (select id from users where email = $1)', [
    email,
  ]);
}

/** Texts that the browser's console shows as errors or warnings from now on, e.g. refused scripts. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

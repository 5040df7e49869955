import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from './db/query.ts';
import { findResetToken, insertResetToken, setPasswordHash, takeResetToken } from './db/reset-tokens.ts';
import { findMailRecipient } from './db/users.ts';
import { AppError } from './errors.ts';
import type { Mailer } from './mail.ts';
import { type Language, translate } from './messages.ts';
import { passwordScore, REQUIRED_SCORE } from './password-strength.ts';
import { createRateLimit } from './rate-limits.ts';
import { hashPassword } from './sign-in.ts';

/** How long a link in a mail is good for. */
export const RESET_MINUTES = 30;
const REQUESTS_PER_ACCOUNT = 5;
const REQUESTS_PER_ADDRESS = 30;
const WINDOW_SECONDS = 60 * 60;

export type ResetPassword = {
  /**
   * Mails a link to the portal at `portalUrl` when the account exists; its answer and time do not tell. Throws
   * AppError 429. `address`: the client's IP address.
   */
  sendLink(email: string, address: string, portalUrl: string): Promise<void>;
  isValid(token: string): Promise<boolean>;
  /** Sets the password and ends all sessions. Throws AppError 400 for a used or expired token or a weak password. */
  setPassword(token: string, password: string): Promise<void>;
};

export function createResetPassword(
  pool: Pool,
  mailer: Mailer,
  providerName: string,
  onError: (error: unknown) => void,
): ResetPassword {
  const byAccount = createRateLimit(pool, 'reset-account', REQUESTS_PER_ACCOUNT, WINDOW_SECONDS);
  const byAddress = createRateLimit(pool, 'reset-address', REQUESTS_PER_ADDRESS, WINDOW_SECONDS);

  return { sendLink, isValid, setPassword };

  async function sendLink(email: string, address: string, portalUrl: string): Promise<void> {
    const account = email.trim().toLowerCase();
    await byAddress.count(address);
    await byAccount.count(createHash('sha256').update(account).digest('base64url'));
    // Not awaited: how long the mail takes would tell whether the account exists.
    mailLink(account, portalUrl).catch(onError);
  }

  async function mailLink(account: string, portalUrl: string): Promise<void> {
    const user = await findMailRecipient(pool, account);
    if (!user) return;
    const token = randomBytes(32).toString('base64url');
    await insertResetToken(pool, hashToken(token), user.id, RESET_MINUTES);
    await mailer.send({
      to: user.email,
      ...resetMail(user.language, user.name, `${portalUrl}/reset-password/${token}`, providerName),
    });
  }

  async function isValid(token: string): Promise<boolean> {
    return (await findResetToken(pool, hashToken(token))) !== undefined;
  }

  async function setPassword(token: string, password: string): Promise<void> {
    const hashed = hashToken(token);
    const user = await findResetToken(pool, hashed);
    if (!user) throw new AppError(400, 'reset_token_invalid');
    if ((await passwordScore(password, [user.email, user.name, providerName])) < REQUIRED_SCORE) {
      throw new AppError(400, 'password_too_weak');
    }
    const passwordHash = await hashPassword(password);
    await inTransaction(pool, async (client) => {
      const taken = await takeResetToken(client, hashed);
      if (!taken) throw new AppError(400, 'reset_token_invalid');
      await setPasswordHash(client, taken.user_id, passwordHash);
    });
  }
}

function resetMail(language: Language, name: string, link: string, portal: string) {
  const words = (key: string) =>
    translate(language, `mail.reset.${key}`, { name, portal, minutes: RESET_MINUTES });
  const paragraphs = [words('greeting'), words('reason'), words('validity'), words('ignore')];
  const [greeting, reason, ...rest] = paragraphs;
  return {
    subject: words('subject'),
    text: `${[greeting, reason, link, ...rest].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;color:#1c2b33">`,
      `<p>${escapeHtml(greeting!)}</p><p>${escapeHtml(reason!)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;background:#0f5c75;color:#fff;`,
      `text-decoration:none;border-radius:3px">${escapeHtml(words('button'))}</a></p>`,
      ...rest.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      `</body></html>`,
    ].join(''),
  };
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

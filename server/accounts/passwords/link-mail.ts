import type { Language } from '#shared/languages.ts';
import { AUTOMATIC, type Mail } from '../../mail/send-mail.ts';
import { htmlText } from '../../platform/i18n/html-text.ts';
import { translate } from '../../platform/i18n/messages.ts';

/** Why a user gets a link to set a password. */
export type LinkReason = 'reset' | 'invitation' | 'newPassword';

/** A mail with one link, as text and as HTML with escaped names. */
export function linkMail(
  reason: LinkReason,
  link: string,
  about: { language: Language; name: string; portal: string; minutes: number },
): Omit<Mail, 'to'> {
  const { language, name, portal, minutes } = about;
  const words = (key: string) =>
    translate(language, `mail.${reason}.${key}`, { name, portal, minutes, hours: Math.floor(minutes / 60) });
  const [greeting, why, ...rest] = ['greeting', 'reason', 'validity', 'ignore'].map(words);
  return {
    subject: words('subject'),
    headers: AUTOMATIC,
    text: `${[greeting, why, link, ...rest].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;color:#1c2b33">`,
      `<p>${htmlText(greeting!)}</p><p>${htmlText(why!)}</p>`,
      `<p><a href="${htmlText(link)}" style="display:inline-block;padding:10px 18px;background:#0f5c75;color:#fff;`,
      `text-decoration:none;border-radius:3px">${htmlText(words('button'))}</a></p>`,
      ...rest.map((paragraph) => `<p>${htmlText(paragraph)}</p>`),
      `</body></html>`,
    ].join(''),
  };
}

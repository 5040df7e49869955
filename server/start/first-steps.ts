import { SETUP_MINUTES } from '../accounts/set-up/setup-link.ts';

/** What the person who starts a portal without users reads: how the first administrator is made. */
export function firstSteps(portalUrl: string, setupToken: string): string {
  return [
    `Nobody can sign in yet. Make the first administrator with this link, which is good once and for ${SETUP_MINUTES} minutes:`,
    '',
    `  ${portalUrl}/setup/${setupToken}`,
    '',
    'The next start prints a new one while there is no user. Without a browser: npm run user -- --help',
  ].join('\n');
}

/** Characters of a stored consent file name before the name as uploaded. */
export const CONSENT_PREFIX = 18;

/** The stored name: 18 characters of prefix (UTC time to the millisecond, `_`), then the name as uploaded. */
export function consentFileName(name: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\D/g, '')
    .slice(0, CONSENT_PREFIX - 1);
  return `${time}_${name}`;
}

/** What the mail server or the way there has against a mail; its words may name the addressee, who is nothing for logs. */
export function mailFailure(what: string, error: unknown): Error {
  const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
  return new Error(`${what} could not be sent: ${code} ${responseCode}`.trim());
}

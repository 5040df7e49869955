import type { BrowserContext } from '@playwright/test';

/** What the content security policy refuses from now on: the directive, and what broke it where. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeBinding('tellRefusal', (_source, refusal: string) => refused.push(refusal));
  await context.addInitScript(() => {
    const { tellRefusal } = window as unknown as { tellRefusal: (refusal: string) => void };
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      tellRefusal(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
      );
    });
  });
  return refused;
}

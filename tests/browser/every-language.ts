import { expect, type Page } from '@playwright/test';

/**
 * Shows a page that is in German in every other language, as it stands: what is open stays open. Expects that it says
 * which language it is in, and that no text or name on it stays German but what is marked as German, a notice that was
 * given before, and `ofTheUser`, which comes from a file.
 */
export async function expectEveryLanguage(page: Page, state: string, ofTheUser: string[]): Promise<void> {
  const found = await page.evaluate(tryLanguages, ofTheUser);
  const clean = { en: ['en'], fr: ['fr'], it: ['it'] };
  expect(found, `${state}: language, and what stays German`).toEqual(clean);
}

/** In the browser: by language, which one the page says it is in and what is left in German. */
async function tryLanguages(ofTheUser: string[]): Promise<Record<string, string[]>> {
  interface Translations {
    changeLanguage(language: string): Promise<unknown>;
    addResourceBundle(language: string, namespace: string, texts: unknown): void;
  }
  type Texts = Record<string, unknown>;

  async function ofThePage(): Promise<Translations> {
    for (const { src } of document.querySelectorAll<HTMLScriptElement>('script[type=module]')) {
      const parts = Object.values((await import(src)) as Record<string, Partial<Translations> | undefined>);
      const found = parts.find((part) => part?.changeLanguage);
      if (found) return found as Translations;
    }
    throw new Error('No script of the page has its translations.');
  }

  const leaves = (texts: unknown): string[] =>
    typeof texts === 'string' ? [texts] : Object.values(texts as Texts).flatMap(leaves);

  function leftIn(german: Set<string>): string[] {
    const left: string[] = [];
    const check = (element: Element, text: string | null) => {
      if (!text || !german.has(text.trim())) return;
      if (element.closest('.bp6-toast') || element.closest('[lang]')?.matches('[lang^=de]')) return;
      left.push(text.trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) check(walker.currentNode.parentElement!, walker.currentNode.textContent);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const each of document.querySelectorAll(`[${name}]`)) check(each, each.getAttribute(name));
    return left;
  }

  /** What the server says stays in the language of the request that it answered. */
  async function fetchTexts(language: string): Promise<Texts> {
    const answer = await fetch(`/translations/${language}.json`);
    const { errors: _, import: __, ...texts } = (await answer.json()) as Texts;
    return texts;
  }

  const i18next = await ofThePage();
  const german = new Set(leaves(await fetchTexts('de')));
  const result: Record<string, string[]> = {};
  for (const language of ['en', 'fr', 'it']) {
    const texts = await fetchTexts(language);
    for (const [namespace, some] of Object.entries(texts))
      i18next.addResourceBundle(language, namespace, some);
    await i18next.changeLanguage(language);
    const only = german.difference(new Set([...leaves(texts), ...ofTheUser]));
    // Names that come with figures are asked for anew.
    for (let waits = 0; waits < 300 && leftIn(only).length > 0; waits++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    result[language] = [document.documentElement.lang, ...leftIn(only)];
  }
  await i18next.changeLanguage('de');
  return result;
}

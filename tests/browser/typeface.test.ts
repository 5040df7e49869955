import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from './dashboard.ts';

test('text stands in the typeface that comes along, whatever the machine has', async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  const faces = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter(({ family }) => family.includes('Open Sans'))
      .map(({ status }) => status);
  });
  expect(faces).toContain('loaded');
  const families = await page.evaluate(() =>
    ['body', 'button', 'input', 'select', 'svg text'].map((selector) => {
      const element = document.querySelector(selector);
      return element && getComputedStyle(element).fontFamily.split(',')[0]!.replaceAll('"', '');
    }),
  );
  expect(new Set(families.filter(Boolean))).toEqual(new Set(['Open Sans']));
});

test('names and totals stay in their places where letters are far wider', async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  await page.evaluate(() => {
    const wider = new CSSStyleSheet();
    wider.replaceSync('body, button, input, select, svg text { letter-spacing: 0.08em; }');
    document.adoptedStyleSheets = [wider];
  });
  const total = page.locator('.donut__total');
  const ring = page.locator('.donut__ring');
  const [text, hole] = [(await total.boundingBox())!, (await ring.boundingBox())!];
  // The hole is 62 % of the ring.
  expect(text.width).toBeLessThan(0.62 * hole.width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

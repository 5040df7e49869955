import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';

test('help explains the figures with a worked example, in German in every language, and leads back', async ({
  page,
  portal,
}) => {
  const { directLinkId, json, open } = await visitDashboard(page, portal);
  const why = await json<{ formula: string }>('explain?view=summary&figure=potentialTotal');
  await open('?lang=fr');
  await page.getByRole('link', { name: 'Aide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hilfe zur Sortimentsanalyse');

  // The glossary says what an explanation says in German.
  const glossary = page.getByRole('region', { name: 'Glossar' });
  await expect(glossary.getByRole('definition').filter({ hasText: why.formula })).toHaveCount(1);

  const example = page.getByRole('region', { name: 'Rechenbeispiel', exact: true });
  await expect(example.getByRole('row').nth(1)).toContainText('A: Original, 60 Tabletten');
  // 4 packs of 60 tablets are 8 of 30, at CHF 6.17.
  await expect(example.getByRole('definition').nth(4)).toHaveText('4 × 2 × 6.17 = 49.36 CHF');
  await expect(example.locator('tfoot').getByRole('cell')).toHaveText(['27', '', '291.00', '89.67']);
  await expectNoViolations(page, 'help');

  await page.getByRole('link', { name: 'Zurück' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${directLinkId}/?\\?lang=fr`));
});

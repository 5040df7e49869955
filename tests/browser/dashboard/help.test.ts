import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';

test('help explains the figures with a worked example, in the user’s language, and leads back', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId, open } = await visitDashboard(page, portal);
  const answer = await page.request.get(
    `/api/statistics/${directLinkId}/explain?view=summary&figure=potentialTotal`,
    { headers: { 'accept-language': 'fr' } },
  );
  const why: { formula: string } = await answer.json();
  await open('?lang=fr');
  await page.getByRole('link', { name: 'Aide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aide pour l’analyse de l’assortiment');

  // The glossary says what an explanation says.
  const glossary = page.getByRole('region', { name: 'Glossaire' });
  await expect(glossary.getByRole('definition').filter({ hasText: why.formula })).toHaveCount(1);

  // Marks and filters too, by the names that pages have for them.
  await expect(
    glossary.getByRole('term').filter({ hasText: 'LS≠ Produit sur la LS, alternative non' }),
  ).toHaveCount(1);
  await expect(glossary.getByRole('term').filter({ hasText: /^sans les produits biologiques$/ })).toHaveCount(
    1,
  );
  await expect(glossary.getByRole('definition').filter({ hasText: '40% au lieu de 10%' })).toHaveCount(2);

  const example = page.getByRole('region', { name: 'Exemple de calcul', exact: true });
  await expect(example.getByRole('row').nth(1)).toContainText('A : original, 60 comprimés');
  // 4 packs of 60 tablets are 8 of 30, at CHF 6.17.
  await expect(example.getByRole('definition').nth(4)).toHaveText('4 × 2 × 6.17 = 49.36 CHF');
  await expect(example.locator('tfoot').getByRole('cell')).toHaveText(['27', '', '291.00', '89.67']);
  await expectNoViolations(page, 'help');

  await page.getByRole('link', { name: 'Retour' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${directLinkId}/?\\?lang=fr`));
});

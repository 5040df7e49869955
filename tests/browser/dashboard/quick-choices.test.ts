import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from '../dashboard.ts';

test('Back leads from a list whose address said nothing to where one was before', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await visitDashboard(page, portal);
  await page.goto('/complaints');
  await page.goto(`/dashboard/${directLinkId}/molecules`);
  await expect(page).toHaveURL(/molecules\?sortBy=turnoverPotential/);
  await page.goBack();
  await expect(page).toHaveURL(/complaints/);
});

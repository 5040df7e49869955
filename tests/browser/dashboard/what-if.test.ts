import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from '../demo-statistics.ts';
import { holdBack } from '../held-requests.ts';
import { startSession } from '../sign-in.ts';

test('what switches is chosen, reckoned, kept by name and put into the cart, where one step takes it back', async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await startSession(page, portal, 'rep1@portal.example');
  await page.goto(`/dashboard/${directLinkId}/what-if?chosen=none`);
  const figures = page.getByRole('table', { name: 'Vorher und nachher' });
  const provider = figures.getByRole('row', { name: /Rothorn/ });
  await expect(provider.getByRole('cell').last()).toHaveText('0.00');

  // The shortest way, of which a step is left out.
  await page.getByText('Ärzte 66%', { exact: true }).click();
  await expect(page.getByText(/^Mit \d+ Produkten erreicht: 66\.\d%\.$/)).toBeVisible();
  const switches = page.getByRole('table', { name: 'Was im Einzelnen wechselt' });
  const first = (await switches.getByRole('link').first().textContent())!;
  await page.getByRole('button', { name: `Weglassen: ${first}` }).click();
  await expect(page.getByRole('textbox', { name: `Eigener Anteil in Prozent: ${first}` })).toHaveValue('0');
  await expect(switches.getByRole('link', { name: first })).toHaveCount(0);
  await page.goBack();
  await expect(switches.getByRole('link', { name: first })).toBeVisible();

  // A share by number and by slider; the address says where it rests.
  const share = page.getByRole('textbox', { name: 'Anteil in Prozent', exact: true });
  const release = await holdBack(page, /share=0\.125/);
  await share.fill('12,5');
  // What stands there a moment later: not the share of before.
  await share.evaluate((field: HTMLInputElement) => {
    const look = () => requestAnimationFrame(() => (field.dataset.later = field.value));
    field.addEventListener('keydown', () => requestAnimationFrame(look), { once: true });
  });
  await share.press('Enter');
  await expect(share).toHaveAttribute('data-later', /^12[,.]5$/);
  await expect(page).toHaveURL(/share=0\.125/);
  release();
  await page.getByRole('slider').press('ArrowRight');
  await expect(page).toHaveURL(/share=0\.1[34]/);
  await share.fill('nothing');
  await share.press('Enter');
  await expect(share).toHaveValue(/^1[34]$/);

  await page.getByRole('button', { name: 'Alle lieferbaren Alternativen' }).click();
  await expect(provider.getByRole('cell').last()).toHaveText(/^\+/);

  // A figure after the switch says how it comes about, and what switches for it.
  await provider.getByRole('button', { name: /Danach/ }).click();
  const why = page.getByRole('dialog', { name: /Rothorn.*Danach/ });
  await expect(why.getByText(/^Der Umsatz von heute, ohne den der Packungen/)).toBeVisible();
  await expect(
    why.getByRole('table', { name: 'Artikel, die wechseln' }).getByRole('row').nth(1),
  ).toContainText('→');
  await why.getByRole('button', { name: 'Schliessen' }).last().click();
  await page.getByRole('textbox', { name: 'Name des Szenarios' }).fill('Ein Anfang');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('checkbox', { name: 'Vergleichen: Ein Anfang' }).check({ force: true });
  const beside = page.getByRole('table', { name: 'Szenarien im Vergleich' });
  await expect(
    beside
      .getByRole('row', { name: /Rothorn/ })
      .getByRole('cell')
      .last(),
  ).toHaveText((await provider.getByRole('cell').nth(1).textContent())!);

  await page.getByRole('button', { name: 'In den Warenkorb' }).click();
  await page.getByRole('button', { name: 'Zum Warenkorb' }).click();
  const cart = page.getByRole('link', { name: /Warenkorb \(\d+\)/ });
  await expect(cart).toBeVisible();
  await page.getByRole('button', { name: /Rückgängig/ }).click();
  await expect(cart).toHaveCount(0);
});

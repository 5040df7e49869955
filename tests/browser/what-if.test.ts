import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';
import { holdBack } from './held-requests.ts';
import { linkedPair } from './linked-statistics.ts';
import { startSession } from './sign-in.ts';

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

test('what was begun of one statistic stays with it when another is opened', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [first, other] = await linkedPair(portal.pool, 'same length');
  await startSession(page, portal, 'rep1@portal.example');
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/what-if\/from-statistic\/[^/]+(\/\d+)?$/, async (route) => {
    if (route.request().method() !== 'GET') await isLet;
    await route.fallback();
  });
  const goOn = async () => {
    await page.getByRole('button', { name: 'Weitere Statistiken' }).click();
    await page.locator(`[role=menuitem][href*="${other}"]`).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === `/dashboard/${other}/what-if`);
  };
  await page.goto(`/dashboard/${first}/what-if?chosen=none`);
  const name = page.getByRole('textbox', { name: 'Name des Szenarios' });
  await name.fill('Nur hier');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await goOn();
  await expect(name).toHaveValue('');
  const none = page.getByText('Noch keines. Ein Szenario hält fest');
  await expect(none).toBeVisible();
  const kept = page.waitForResponse((response) => response.request().method() === 'POST');
  letGo();
  await kept;
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Nur hier', exact: true })).toBeVisible();
  await page.goForward();
  await expect(none).toBeVisible();

  // The message of what was put into a cart leads to that one.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Nur hier', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Alle lieferbaren Alternativen' }).click();
  await page.getByRole('button', { name: 'In den Warenkorb' }).click();
  const toCart = page.getByRole('button', { name: 'Zum Warenkorb' });
  await toCart.waitFor();
  await goOn();
  await toCart.click();
  await expect(page).toHaveURL(({ pathname }) => pathname === `/dashboard/${first}/cart`);
});

test('a question about a scenario stays while another one is shown or hidden', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await startSession(page, portal, 'rep1@portal.example');
  await page.goto(`/dashboard/${directLinkId}/what-if?chosen=none`);
  const name = page.getByRole('textbox', { name: 'Name des Szenarios' });
  for (const scenario of ['Eins', 'Zwei']) {
    await name.fill(scenario);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('button', { name: scenario, exact: true })).toBeVisible();
  }
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/what-if\/from-statistic\/[^/]+\/\d+$/, async (route) => {
    await isLet;
    await route.fallback();
  });
  const shown = page.getByLabel('Für Kolleginnen und Kollegen sichtbar: Eins');
  await shown.press('Space');
  await page.getByRole('button', { name: 'Löschen: Zwei' }).click();
  const question = page.getByRole('alertdialog', { name: 'Zwei' });
  await question.waitFor();
  letGo();
  await expect(shown).toBeChecked();
  await question.getByRole('button', { name: 'Löschen' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Zwei', exact: true })).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { addDays } from '#shared/calendar.ts';
import { zurichDay } from '#shared/zurich.ts';
import { type AlertedPortal, openAlertedPortal, publishMissing } from '#tests/support/alerted-portal.ts';
import { expect, test } from '#tests/support/browser.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { password } from '#tests/support/portal.ts';
import { generic, provider } from '#tests/support/small-catalogue.ts';
import { holdBack } from '../held-requests.ts';
import { fillLogin, watchConsole } from '../sign-in.ts';

const yesterday = addDays(zurichDay(new Date()), -1);
let mailbox: Mailbox;
let small: AlertedPortal;

test.beforeAll(async () => {
  mailbox = await openMailbox();
  small = await openAlertedPortal(mailbox.url, 'processes');
});
test.afterAll(async () => {
  await small.close();
  await mailbox.close();
});
test.describe.configure({ mode: 'serial' });

/** Where the login leads on to. */
async function signInThere(page: Page, path: string): Promise<void> {
  await page.goto(`${small.urls[0]}${path}`);
  await fillLogin(page, { url: small.urls[0]!, password, pool: small.pool, mailbox }, 'rep@portal.example');
}

const frequency = async () => (await small.pool.query('select frequency from alert_subscriptions')).rows;

test('who switches messages on gets a mail, follows it to the portal after signing in, and ends them with a click', async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  await signInThere(page, '/stockout-subscriptions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meldungen und Feeds');
  await expect(page.getByLabel('Keine Meldungen')).toBeChecked();
  await page.getByText('Täglich: sobald').click();
  for (const kind of ['Ein Produkt, das', 'Ein eigenes', 'Eine Alternative'])
    await page.getByText(kind).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Bitte wählen Sie mindestens etwas aus.');
  await page.getByText('Ein Produkt, das').click();
  await page.getByText('Ein eigenes').click();
  const letGo = await holdBack(page, /\/api\/alerts$/);
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  // What is chosen while it is saved would be dropped.
  await expect(page.getByLabel('Wöchentlich')).toBeDisabled();
  await expect(page.getByLabel('Eine Alternative')).toBeDisabled();
  letGo();
  await expect(page.getByRole('status')).toHaveText('Gespeichert');
  await page.reload();
  await expect(page.getByLabel('Täglich')).toBeChecked();
  await expect(page.getByLabel('Eine Alternative')).not.toBeChecked();

  await publishMissing(small.pool, yesterday, [[generic, yesterday, '2026-12-20']]);
  const mail = await mailbox.next('rep@portal.example');
  await context.clearCookies();
  // As a mail program shows it.
  await page.goto('about:blank');
  await page.setContent(mail.html!);
  await expect(page.getByText(`Fehlt seit ${yesterday.split('-').reverse().join('.')}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Generic 10 mg 30 Tabl' })).toHaveAttribute(
    'href',
    /^http:\/\/127\.0\.0\.1:\d+\/stockout-analyser-competitor\?molecule=ramiprilum$/,
  );
  const linkTo = async (name: string) => (await page.getByRole('link', { name }).getAttribute('href'))!;
  const [product, buyers, settings, end] = [
    await linkTo('Generic 10 mg 30 Tabl'),
    await linkTo('Meine Kunden, die es beziehen: 1'),
    await linkTo('Meldungen ändern'),
    await linkTo('Keine Meldungen mehr'),
  ];
  await page.goto(buyers);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await fillLogin(page, { url: small.urls[0]!, password, pool: small.pool, mailbox }, 'rep@portal.example');
  // 4 packs in the twelve months of 2025, at CHF 10 of the alternative.
  await expect(page.getByRole('row').filter({ hasText: 'Pharmacy' })).toContainText('3.33');
  await page.goto(product);
  await expect(page.getByRole('row', { name: /^Generic 10 mg 30 Tabl/ })).toBeVisible();
  await page.goto(settings);
  await expect(page.getByLabel('Täglich')).toBeChecked();

  await context.clearCookies();
  await page.goto(end);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meldungen abbestellen');
  expect(await frequency()).toEqual([{ frequency: 'daily' }]);
  await page.getByRole('button', { name: 'Keine Meldungen mehr' }).click();
  await expect(page.getByRole('status')).toHaveText('Sie erhalten keine Meldungen mehr.');
  expect(await frequency()).toEqual([]);
  await page.goto(`${end.slice(0, -43)}${'x'.repeat(43)}`);
  await page.getByRole('button', { name: 'Keine Meldungen mehr' }).click();
  await expect(page.getByRole('alert')).toContainText('nicht mehr gültig');
  expect(complaints.filter((text) => !/404/.test(text))).toEqual([]);
});

test('a filter is saved as a feed from the address of its page, followed, renamed, renewed and deleted', async ({
  page,
}) => {
  await publishMissing(small.pool, zurichDay(new Date()), [
    [generic, yesterday],
    [provider, yesterday],
  ]);
  await signInThere(
    page,
    `/stockout-subscriptions?feed=portfolio/full&molecule=ramiprilum&general=match&general=sb20&stockOutSince=2026-01-05&find=10+mg`,
  );
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Neuer Feed' }) });
  await expect(form).toContainText('AnsichtPotenzial der Lieferengpässe');
  await expect(form).toContainText('Nur Produktemit Alternative, mit erhöhtem Selbstbehalt');
  await expect(form).toContainText('Fehlt seit05.01.2026');
  await expect(form).toContainText('Suche10 mg');
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByRole('button', { name: 'Feed speichern' }).click();
  await expect(form).toContainText('Bitte geben Sie dem Feed einen Namen.');
  await form.getByLabel('Name').fill('Jeden Morgen');
  const letGo = await holdBack(page, /\/api\/feeds$/);
  await form.getByRole('button', { name: 'Feed speichern' }).click();
  await expect(form.getByLabel('Name')).toBeDisabled();
  letGo();
  const addresses = page.getByRole('status').locator('code');
  await expect(addresses).toHaveCount(2);
  const [atom, csv] = await addresses.allTextContents();
  await expect(page).toHaveURL(/\/stockout-subscriptions$/);
  const asked = await page.request.get(csv!);
  expect([asked.status(), (await asked.text()).split(',')[0]]).toEqual([200, 'gtin']);
  const parsed = await page.evaluate(async (address) => {
    const xml = await (await fetch(address)).text();
    const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
    return [root.namespaceURI, root.localName, root.querySelector('title')?.textContent];
  }, atom!);
  expect(parsed).toEqual(['http://www.w3.org/2005/Atom', 'feed', 'Jeden Morgen']);

  const feed = page.getByRole('listitem').filter({ hasText: 'Jeden Morgen' });
  await expect(feed.getByRole('link', { name: 'Jeden Morgen' })).toHaveAttribute(
    'href',
    '/stockout-analyser-full?general=match&general=sb20&molecule=ramiprilum&find=10+mg&stockOutSince=2026-01-05&sortBy=potentialPerCompetitor',
  );
  const question = page.getByRole('alertdialog');
  await feed.getByRole('button', { name: 'Neue Adresse' }).press('Enter');
  await expect(question).toContainText('Die bisherige Adresse gilt danach nicht mehr.');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(feed.getByRole('button', { name: 'Neue Adresse' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Neue Adresse' }).click();
  await expect(addresses.last()).not.toHaveText(csv!);
  expect((await page.request.get(csv!)).status()).toBe(404);
  const renewed = await addresses.last().textContent();
  await feed.getByRole('button', { name: 'Umbenennen' }).click();
  await feed.getByLabel('Name').fill('Abends');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('listitem').filter({ hasText: 'Abends' });
  await expect(renamed.getByRole('button', { name: 'Umbenennen' })).toBeFocused();
  await renamed.getByRole('button', { name: 'Löschen' }).click();
  await expect(question).toContainText('erhalten danach nichts mehr');
  await question.getByRole('button', { name: 'Löschen' }).click();
  await expect(renamed).toHaveCount(0);
  await expect(addresses).toHaveCount(0);
  expect((await page.request.get(renewed!)).status()).toBe(404);
});

import { expect, type Portal, test } from '#tests/support/browser.ts';
import { choose, rowOf, token, uploaded } from './listed-statistic.ts';
import { expectNoViolationsEither } from './no-violations.ts';
import { endSessions, fillLogin, startSession } from './sign-in.ts';

const email = 'rep1@portal.example';
const consent = {
  name: 'Einwilligung Nord.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 Nord'),
};

test('an edit leaves the test upload with a consent and a known customer, also across an ended session', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select external_id as id from customers where active order by id desc limit 1 offset 3',
  );
  const customerId = rows[0]!.id;
  await startSession(page, portal, email);
  const { id, link } = await uploaded(page, portal, 'Apotheke Ernstfall');
  await choose(page, 'Apotheke Ernstfall', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  const picker = dialog.getByLabel('Einwilligung', { exact: true });
  const save = dialog.getByRole('button', { name: 'Speichern' });
  await expect(picker).toHaveCount(0);
  await dialog.getByText('Test-Upload').click();
  await save.click();
  await expect(dialog.getByText('Bitte wählen Sie die Einwilligung.')).toBeVisible();
  await expect(picker).toBeFocused();
  await expectNoViolationsEither(page, 'an edit without its consent');

  await picker.setInputFiles(consent);
  await endSessions(portal, email);
  await save.click();
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();
  await fillLogin(page, portal, email);
  await expect(dialog.getByText('Einwilligung Nord.pdf')).toBeVisible();
  await expect(dialog.getByLabel('Test-Upload')).not.toBeChecked();

  // The number was made up for the test.
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('Einen Kunden mit der Nummer 90 001 gibt es nicht.');
  expect(await consentOf(portal, id)).toBeNull();
  await dialog.getByLabel('Kundensuche').fill(customerId);
  await page.getByRole('option', { name: new RegExp(customerId) }).click();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method())) requests.push(new URL(request.url()).pathname);
  });
  await save.click();
  await expect(dialog).toHaveCount(0);
  expect(requests).toEqual([`/api/statistics/${id}`]);
  await expect(rowOf(page, customerId)).not.toContainText('Test');
  const file = await page.request.get(`/api/statistics/${link}/consent`, {
    headers: { authorization: `Bearer ${await token(page)}` },
  });
  expect(await file.text()).toBe('%PDF-1.4 Nord');
});

test('where a consent is stored already, leaving the test asks for none', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, email);
  const { link } = await uploaded(page, portal, 'Apotheke Bewilligt');
  const stored = await page.request.put(`/api/statistics/${link}/consent`, {
    headers: { authorization: `Bearer ${await token(page)}` },
    multipart: { consentFile: consent },
  });
  expect(stored.status()).toBe(200);
  await page.reload();
  await choose(page, 'Apotheke Bewilligt', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await dialog.getByText('Test-Upload').click();
  await expect(dialog.getByLabel('Externe ID')).not.toBeEditable();
  await expect(dialog.getByLabel('Einwilligung', { exact: true })).toHaveCount(0);
});

async function consentOf(portal: Portal, id: number): Promise<Buffer | null> {
  const { rows } = await portal.pool.query<{ consent: Buffer | null }>(
    'select consent from statistic_files where statistic_id = $1',
    [id],
  );
  return rows[0]!.consent;
}

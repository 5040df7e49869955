import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test.beforeEach(async ({ page, portal }) => {
  await portal.pool.query("delete from config where key ~ '^(CONTACT|DEDUCTIBLE|NEW)_'");
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/config?lang=de');
});

test('a setting says its default and who changed it, is in force once it is saved, and goes back', async ({
  page,
}) => {
  const form = page.getByRole('form', { name: 'Telefon' });
  await expect(form).toContainText('Es gilt der Standardwert');
  const field = page.getByRole('textbox', { name: 'Telefon' });
  await field.fill('ruf mich an');
  await field.press('Enter');
  await expect(form.getByText('Geben Sie eine Telefonnummer wie')).toBeVisible();
  await expectNoViolationsEither(page, 'a value that does not fit');
  await field.fill('+41 41 111 22 33');
  const letGo = await holdBack(page, /\/api\/config\/CONTACT_PHONE$/);
  await field.press('Enter');
  // What is entered while it is saved would be dropped.
  await expect(field).toBeDisabled();
  letGo();
  await expect(field).toBeFocused();
  await expect(page.getByRole('contentinfo')).toContainText('+41 41 111 22 33');
  await expect(form).toContainText('Standardwert: leer');
  await expect(form).toContainText('Umgebungsvariable für den Standardwert: CONTACT_PHONE');
  await expect(form).toContainText('Zuletzt geändert von Regula Zumbühl am');
  await page.reload();
  await expect(field).toHaveValue('+41 41 111 22 33');
  await form.getByRole('button', { name: 'Zurück zum Standardwert: Telefon' }).press('Enter');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('contentinfo')).not.toContainText('+41 41 111 22 33');
  await expect(form).toContainText('Es gilt der Standardwert');
});

test('the rate is in labels at once, numbers that do not fit are told, and what is not saved survives a reload', {
  tag: '@long',
}, async ({ page, portal }) => {
  const rate = page.getByRole('textbox', { name: 'Erhöhter Selbstbehalt (%)' });
  await rate.fill('101');
  await page.getByRole('button', { name: 'Speichern: Erhöhter Selbstbehalt (%)' }).click();
  await expect(page.getByText('Geben Sie eine ganze Zahl von 0 bis 100 ein.')).toBeVisible();
  await expect(rate).toBeFocused();
  await rate.fill('33');
  await page.reload();
  await expect(rate).toHaveValue('33');
  await rate.press('Enter');
  await expect(page.getByRole('form', { name: 'Erhöhter Selbstbehalt (%)' })).toContainText(
    'Standardwert: 40 %',
  );
  const { rows } = await portal.pool.query(
    'select direct_link_id as link from statistics where active and deleted_at is null order by id limit 1',
  );
  await page.goto(`/dashboard/${rows[0].link}?lang=de`);
  await expect(
    page
      .getByText('Selbstbehalt von 33')
      .or(page.getByText(/33\s?%\s?Selbstbehalt/))
      .first(),
  ).toBeVisible();
});

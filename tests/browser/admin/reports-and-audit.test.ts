import { readFile } from 'node:fs/promises';
import { recordChange } from '#server/platform/record-audit.ts';
import { expect, test } from '#tests/support/browser.ts';
import { rowsBySheetJs } from '../../support/written-workbook.ts';
import { expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test('the reports are four links, by keyboard; a download ends with the words that the report is there', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/reports?lang=fr');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Ouvrir' })).toHaveAttribute('href', /^\/product\b/);
  for (const report of ['Suivi', 'Ruptures de stock', 'Scout']) {
    const begun = page.waitForEvent('download');
    await page.getByRole('button', { name: `Télécharger ${report}` }).press('Enter');
    const download = await begun;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${report} \\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
    const sheets = rowsBySheetJs(await readFile(await download.path()));
    expect(Object.keys(sheets).at(-1)).toBe('Explication des colonnes');
    const card = page.getByRole('listitem').filter({ hasText: report });
    await expect(card.getByRole('status')).toHaveText('Datei generiert und runtergeladen');
  }
  await expectNoViolationsEither(page, 'reports');
});

test('administrators read who changed what, filter it, load more and take it away', async ({
  page,
  portal,
}) => {
  const { pool } = portal;
  await recordChange(pool, {
    by: { id: 1, name: 'Ada Admin', email: 'ada@portal.example' },
    action: 'wholesaler.changed',
    subject: 'wholesaler',
    subjectKey: 7,
    subjectName: 'Grün AG',
    before: { minimumOrderValue: 100 },
    after: { minimumOrderValue: 250 },
    reason: 'Neue Konditionen',
  });
  await recordChange(pool, {
    by: null,
    action: 'user.invited',
    subject: 'user',
    subjectKey: 8,
    subjectName: 'Rita <rita@portal.example>',
    before: { role: 'User', comment: 'newPassword' },
    after: { role: 'Admin', link: 'newPassword', comment: 'User' },
  });
  await recordChange(pool, {
    by: null,
    // Of a release of which no words are left.
    action: 'focus-group.left-alone' as never,
    subject: 'focus-group',
    subjectKey: 1,
    subjectName: 'Herz',
  });
  await pool.query(
    `insert into audit_entries (user_name, action, subject, subject_key, subject_name, after)
     select '', 'setting.changed', 'setting', 'K' || n, 'K' || n, jsonb_build_object('value', n)
     from generate_series(1, 60) n`,
  );
  await recordChange(pool, {
    by: null,
    action: 'template-file.replaced',
    subject: 'template-file',
    subjectKey: 'swissmedic-packs',
    subjectName: 'Packungen.xlsx',
    before: { date: '2025-12-31', rows: 17864, version: 1234, products: ['7680', '7681'] },
    after: { date: null, rows: 17900, version: 1235, fileName: null, products: ['7680'] },
  });
  await startSession(page, portal, 'admin@portal.example');
  await page.route('**/api/audit/choices', (route) => route.abort());
  await page.goto('/admin/audit');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Der Server ist nicht erreichbar.');
  await page.unroute('**/api/audit/choices');
  await failure.getByRole('button').click();
  await expect(failure).toBeHidden();
  const entries = page.getByRole('list', { name: 'Audit' }).getByRole('listitem');
  const replaced = entries.filter({ hasText: 'Vorlagendatei' }).first();
  await expect(replaced).toContainText('Swissmedic-Packungsliste, Packungen.xlsx');
  await expect(replaced.getByRole('definition')).toHaveText([
    /^31\.12\.2025.*–$/,
    /^17.864.*17.900$/,
    /^1234.*1235$/,
    /^7680, 7681.*7680$/,
  ]);
  await expect(entries).toHaveCount(50);
  await page.getByRole('button', { name: 'Mehr laden' }).press('Enter');
  await expect(entries.filter({ hasText: 'Grün AG' })).toContainText(
    /Ada Admin <ada@portal\.example>.*Grossist: Änderung.*Mindestbestellwert.*100.*250.*Grund: Neue Konditionen/s,
  );
  await expect(entries.filter({ hasText: 'Rita' }).getByRole('definition')).toHaveText([
    /^Benutzer.*Administration$/,
    /^newPassword.*User$/,
    /^–.*Neues Passwort$/,
  ]);
  await expect(entries.filter({ hasText: 'Herz' })).toContainText('Fokusgruppe: Left alone');
  await expect(entries.filter({ hasText: 'Herz' })).toContainText('Befehl oder Portal');

  await page.getByLabel('Text').fill('konditionen');
  await expect(entries).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Text')).toHaveValue('konditionen');
  await expect(entries).toHaveCount(1);
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen: Excel' }).click();
  const sheets = rowsBySheetJs(await readFile(await (await begun).path()));
  expect(sheets.Audit!.slice(1).map((row) => row[7])).toEqual(['Grün AG']);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await page.getByLabel('Was').selectOption('Fokusgruppe');
  await expect(entries).toHaveText([/Herz/]);
  await page.getByLabel('Text').fill('nirgends');
  await expect(page.getByRole('heading', { name: 'Kein Eintrag passt zum Filter' })).toBeVisible();
  await page.getByLabel('Text').fill('');
  await expect(entries).toHaveCount(1);
  await expectNoViolationsEither(page, 'audit');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolationsEither(page, 'audit on a small screen');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});

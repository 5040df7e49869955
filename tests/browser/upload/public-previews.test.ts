import { readFile } from 'node:fs/promises';
import { expect, type Locator, test } from '@playwright/test';
import { type Outcome, publicFile, publicFiles, rightOne } from '#tests/support/public-files.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { startReferencePortal } from '#tests/support/reference-portal.ts';

const usual = 'GTIN: GTIN, Menge: Menge';

/** By file which columns are taken, and how what is said of it begins. */
const told: Record<string, { taken?: string; notices?: string[]; refusal?: string }> = {
  '01-space-before-quote.csv': {},
  '01b-separator-in-name.csv': {},
  '02-decimal-comma.csv': { refusal: 'Mehr oder weniger Zellen als die anderen Zeilen' },
  '03-backslash-quotes.csv': {},
  '04-r-row-names.csv': {
    taken: 'Pharmacode: Pharmacode, Menge: Menge',
    notices: ['Jede Zeile hat eine Zelle mehr, als es Überschriften gibt.'],
  },
  '07-months-and-total.csv': {
    taken: 'GTIN: GTIN, Menge: Menge Total',
    notices: ['Mehrere Spalten enthalten Mengen. Gezählt wurde «Menge Total», nicht: Menge Jan, Menge Feb'],
  },
  '07b-months-under-group.xlsx': {
    taken: 'GTIN: GTIN, Menge: Menge Gesamt',
    notices: [
      'Mehrere Spalten enthalten Mengen. Gezählt wurde «Menge Gesamt», nicht: Menge Januar, Menge Februar, Menge März.',
    ],
  },
  '07c-branches-and-total.csv': {
    taken: 'GTIN: GTIN, Menge: Gesamtmenge',
    notices: [
      'Mehrere Spalten enthalten Mengen. Gezählt wurde «Gesamtmenge», nicht: Filiale Nord Menge, Filiale Süd Menge.',
    ],
  },
  '08b-pivot-count.csv': { refusal: 'Keine Spalte für die Menge gefunden.' },
  '09-rollup-rows.xlsx': {
    taken: 'GTIN: EAN/UPC, Menge: Liefermenge',
    notices: ['4 Zeilen mit einem Artikelcode fassen die Zeilen des Artikels darüber zusammen'],
  },
  '09b-rollup-named.csv': {
    notices: ['4 Zeilen mit einem Artikelcode fassen die Zeilen des Artikels darüber zusammen'],
  },
  '10-german-three-decimals.csv': {},
  '10b-three-decimals-text-cells.xlsx': {},
  '12-daily-columns.xlsx': { taken: 'GTIN: GTIN, Menge: Menge Total' },
  '15-bidi-controls.csv': {},
  '16-gs1-scanner.csv': { taken: 'GTIN: Barcode, Menge: Menge' },
  '17-two-tables.csv': { notices: ['Unter der Tabelle steht eine weitere mit anderen Spalten'] },
  '23-units-in-quantity.csv': {},
  '24-upc-ean8.csv': { taken: 'GTIN: EAN, Menge: Menge' },
  '25-codes-disagree.csv': {
    taken: 'GTIN: GTIN, Pharmacode: Pharmacode, Menge: Menge',
    notices: ['6 Zeilen haben eine GTIN und einen Pharmacode verschiedener Produkte'],
  },
};

test('the preview shows of files as people send them what an upload makes of them', async ({ page }) => {
  test.skip(!referenceDataPresent, 'the reference data is not there');
  const { server, token } = await startReferencePortal();
  try {
    await page.context().addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Lax' }]);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Statistik hochladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Daten hochladen' }).click();
    await dialog.getByLabel('Test-Upload').check({ force: true });

    expect(Object.keys(told).sort()).toEqual(publicFiles.map(([name]) => name).sort());
    for (const [name, right] of publicFiles) {
      const buffer = await readFile(publicFile(name));
      await dialog
        .getByLabel('Bezugsstatistik (Excel oder CSV)')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      const preview = dialog.getByRole('region', { name: 'Vorschau' });
      const refusal = preview.getByRole('alert');
      await expect(preview.locator('dl').or(refusal)).toBeVisible();

      const { taken = usual, notices = [], refusal: words } = told[name]!;
      if (words) await expect.soft(refusal, name).toContainText(words);
      else {
        await expect.soft(preview.locator('.column-fields__summary'), name).toHaveText(taken);
        const said = preview.getByRole('status').getByRole('listitem');
        await expect.soft(said, name).toHaveText(notices.map(beginning));
      }
      const outcome = await shown(preview);
      const visible = right.map((each) => ofShown(each));
      expect.soft(outcome, name).toMatchObject(rightOne(visible, outcome));

      await dialog.getByRole('button', { name: 'Dateien ändern' }).click();
    }
  } finally {
    await server.close();
  }
});

/** What a preview says in figures. */
async function shown(preview: Locator): Promise<Outcome> {
  if ((await preview.getByRole('alert').count()) > 0) return { status: 422 };
  const figure = async (name: string) =>
    counted(
      await preview
        .locator('dl > div')
        .filter({ has: preview.page().getByText(name, { exact: true }) })
        .locator('dd')
        .textContent(),
    );
  const listed = async (name: string) => {
    const total = preview.locator('summary').filter({ hasText: name }).locator('.report-details__total');
    return (await total.count()) > 0 ? counted(await total.textContent()) : 0;
  };
  return {
    status: 200,
    imported: await figure('Importiert'),
    skipped: await figure('Nicht importiert'),
    packs: await figure('Menge'),
    totalRowCount: await listed('Totalzeilen, nicht importiert'),
    leftOut: await listed('Weggelassene Artikel'),
  };
}

/** Of a right outcome what a preview says too: it knows no articles and prices, and a refusal is in words. */
function ofShown({ code: _, articles: _articles, turnover: _turnover, ...figures }: Outcome): Outcome {
  return figures;
}

/** The number that a text begins with. */
function counted(text: string | null): number {
  return Number(/^[\d’']+/.exec(text ?? '')![0].replaceAll(/\D/g, ''));
}

function beginning(words: string): RegExp {
  return new RegExp(`^${RegExp.escape(words)}`);
}

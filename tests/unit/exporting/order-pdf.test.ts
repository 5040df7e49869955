import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { makePdf } from '#server/orders/order-files.ts';
import type { OrderForm } from '#server/orders/paper/order-form.ts';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';
import { badGtin, drawnSignature, orderForm, orderRows, unbroken } from '../../support/order-form.ts';
import { type PdfPage, pdfPages } from '../../support/pdf-pages.ts';
import { type Dots, scan } from '../../support/scan.ts';

const DOTS_PER_POINT = 300 / 72;
const POINTS_PER_MM = 72 / 25.4;
const LOW_DPI = 20;

const signed = { name: 'Ada Müller', signedAt: '2026-11-22T00:59:00Z', imageSha256: 'ab'.repeat(32) };

test('every barcode on paper is read as the GTIN of the row that it stands in, and a bad GTIN has none', async () => {
  const form = orderForm(orderRows(25), { content: { signature: signed }, signatureImage: drawnSignature() });
  const { pages } = await pdfPages(await makePdf(form));
  expect(pages).toHaveLength(3);
  const rows = [];
  for (const { texts, dots } of pages) {
    // A row begins with its number, whose letters are 8 points high.
    const numbers = texts.filter(({ text, left }) => /^\d+$/.test(text) && left < 19 * POINTS_PER_MM);
    for (const { text, top } of numbers) {
      const gtin = texts
        .find((other) => other.top > top && other.text.startsWith('GTIN '))!
        .text.slice(5, 18);
      const codes = await scan(band(dots, top - 10, top + 24 * POINTS_PER_MM - 10));
      rows.push([Number(text), gtin, codes.map((code) => code.text)]);
      // Eleven modules of 0.33 mm are blank on its left, from 19 mm where the column begins.
      for (const { left } of codes) expect((left / 300) * 25.4).toBeCloseTo(19 + 3.63, 0);
    }
  }
  expect(rows).toEqual(
    form.content.rows.map(({ gtin }, index) => [index + 1, gtin, gtin === badGtin ? [] : [gtin]]),
  );
  expect(lettersOf(pages)).toContain(letters(translate('de', 'orderForm.noBarcode')));
}, 60_000);

test('every row is there as text, with name, codes, packs, price and total', async () => {
  for (const deliveryType of ['Barcode', 'TransferOrder'] as const) {
    const form = orderForm(orderRows(120), { content: { deliveryType } });
    const pages = await lightPages(form);
    expect(pages.length).toBeGreaterThanOrEqual(3);
    let at = 0;
    for (const row of form.content.rows) {
      const rows = rowsOf(pages, deliveryType);
      const text = rows[at++]!;
      for (const part of [row.productDescription, row.gtin, row.pharmacode ?? '', swiss(row.packs, 0)]) {
        expect(text).toContain(letters(part));
      }
      const [price, total] = [row.exFactoryPrice, row.lineTotal];
      expect(text).toContain(price === null ? '–' : letters(swiss(price, 2)));
      expect(text).toContain(total === null ? '–' : letters(swiss(total, 2)));
    }
  }
}, 60_000);

test('a pack size that the name lacks stands behind it, one that it has does not stand there twice', async () => {
  const rows = ['Ramipril 10 mg', 'Ramipril 10 mg 30 Tabl'].map((productDescription, index) => ({
    ...orderRows(2)[index]!,
    productDescription,
    pack: '30',
  }));
  for (const deliveryType of ['Barcode', 'TransferOrder'] as const) {
    const [lacking, complete] = rowsOf(
      await lightPages(orderForm(rows, { content: { deliveryType } })),
      deliveryType,
    );
    expect(lacking).toContain(letters('Ramipril 10 mg 30'));
    expect(complete).toContain(letters('Ramipril 10 mg 30 Tabl'));
    expect(complete).not.toContain(letters('30 Tabl 30'));
  }
});

test('the sums are those of the rows, and rows without a price are told', async () => {
  const rows = orderRows(60);
  // Reckoned in whole centimes from what stands in the rows.
  const centimes = rows.reduce(
    (sum, row) => sum + BigInt(Math.round((row.exFactoryPrice ?? 0) * 100)) * BigInt(row.packs),
    0n,
  );
  const packs = rows.reduce((sum, row) => sum + row.packs, 0);
  const last = (await lightPages(orderForm(rows))).at(-1)!.texts.map(({ text }) => text);
  expect(last.slice(last.indexOf('Positionen'))).toEqual(
    expect.arrayContaining(['60', swiss(packs, 0), swiss(Number(centimes) / 100, 2)]),
  );
  expect(last).toContain('1 Position ohne Preis, im Total nicht enthalten.');
});

test('the heads of the columns stand on every page, and each says which of how many it is', async () => {
  const pages = await lightPages(orderForm(orderRows(45), { language: 'fr' }));
  for (const [index, { texts }] of pages.entries()) {
    const found = texts.map(({ text }) => text);
    expect(found).toEqual(
      expect.arrayContaining([
        'EAN-13',
        'Produit',
        'Emballages',
        'Prix CHF',
        'Total CHF',
        `Page ${index + 1} sur ${pages.length}`,
      ]),
    );
    expect(found.some((text) => text.startsWith('Commande 1234 · Version 2'))).toBe(true);
  }
});

test('nothing stands outside the page or in the next column, however long a name is', async () => {
  for (const deliveryType of ['Barcode', 'TransferOrder'] as const) {
    const endless = { ...orderRows(1)[0]!, productDescription: 'Endlos '.repeat(800) };
    const pages = await lightPages(orderForm([...orderRows(30), endless], { content: { deliveryType } }));
    expect(lettersOf(pages)).toContain(letters('Endlo…'));
    for (const { texts } of pages) {
      for (const { text, left, top } of texts) {
        expect(left, text).toBeGreaterThan(30);
        expect(top, text).toBeLessThan(297 * POINTS_PER_MM - 15);
        // The names end where the packs begin: no letter of the typeface is narrower than a quarter of its size.
        if (text.length > 8 && unbroken.includes(text))
          expect(left + text.length * 2, text).toBeLessThan(136 * POINTS_PER_MM);
      }
    }
  }
});

test('names are printed in Latin, Greek and Cyrillic letters, and what the typeface lacks leaves a sign and no blank', async () => {
  const names = ['Ωμέγα Лекарство Şifă', '中文 10 mg 💊', 'שלום', 'Ἀθῆναι ㎎', 'x\u200by e\u0301 q\u0301'];
  const rows = names.map((productDescription, index) => ({
    ...orderRows(names.length)[index]!,
    productDescription,
    pack: null,
  }));
  const [page] = await lightPages(orderForm(rows));
  const texts = page!.texts.map(({ text }) => text);
  // Marks that no letter has are left out; é is one.
  expect(texts).toEqual(
    expect.arrayContaining([
      'Ωμέγα Лекарство Şifă',
      '\ufffd\ufffd 10 mg \ufffd',
      '\ufffd'.repeat(4),
      'Αθηναι mg',
      'xy é q',
    ]),
  );
  const sign = page!.texts.find(({ text }) => text === '\ufffd'.repeat(4))!;
  const { dots } = (await pdfPages(await makePdf(orderForm(rows)))).pages[0]!;
  const { data, width, height } = band(dots, sign.top - 6, sign.top);
  const from = Math.round(sign.left * DOTS_PER_POINT);
  const dark = Array.from({ length: height }, (_, line) =>
    Array.from({ length: 60 }, (_, dot) => data[(line * width + from + dot) * 4]!).filter(
      (grey) => grey < 128,
    ),
  );
  expect(dark.flat().length).toBeGreaterThan(200);
}, 60_000);

test('the letterhead says who orders what from whom, when and at which prices', async () => {
  const [first] = await lightPages(orderForm(orderRows(1)));
  const text = first!.texts.map((piece) => piece.text).join('\n');
  for (const said of [
    'Musterpharma',
    'Musterstrasse 1',
    '6300 Zug',
    '+41 41 000 00 00',
    'info@portal.example',
    'Bestellung 1234',
    'Pharmacie de l’Étoile Sàrl',
    'Rue du Grand-Chêne 12, 1003 Lausanne',
    '4711',
    'Ada Müller',
    'Grosshandel Muster AG',
    '25.11.2026',
    '01.2025 – 12.2025',
    // A quarter of twelve months.
    '0.25 (3 von 12 Monaten)',
    'Stand der Preise',
    '01.11.2026 (Katalog-Revision 7)',
    // 01:00 in London is 02:00 in Zurich.
    '22.11.2026, 02:00, Ada Müller',
    '0123456789abcdef'.repeat(4),
  ]) {
    expect(text).toContain(said);
  }
});

test('an unsigned order has room to sign, one signed by name has it, and a drawn one is drawn', async () => {
  const inkOf = async (form: OrderForm) => {
    const pages = (await pdfPages(await makePdf(form), 72)).pages;
    const { texts, dots } = pages.at(-1)!;
    const heading = texts.find(({ text }) => text === 'Unterschrift')!;
    let ink = 0;
    for (let y = Math.round(heading.top) + 8; y < heading.top + 80; y++) {
      for (let x = 34; x < 230; x++) if (dots.data[(y * dots.width + x) * 4]! < 100) ink++;
    }
    return { ink, text: texts.map(({ text }) => text).join('\n') };
  };
  const unsigned = await inkOf(orderForm(orderRows(2)));
  expect(unsigned).toMatchObject({
    ink: 0,
    text: expect.stringContaining('Name, Ort und Datum, Unterschrift'),
  });
  const typed = await inkOf(
    orderForm(orderRows(2), { content: { signature: { ...signed, imageSha256: null } } }),
  );
  const long = { ...signed, name: 'Anna-Katharina '.repeat(13).trim(), imageSha256: null };
  const [last] = (await lightPages(orderForm(orderRows(2), { content: { signature: long } }))).slice(-1);
  const heading = last!.texts.find(({ text }) => text === 'Unterschrift')!;
  // Lines of a long name stand below the heading.
  for (const { text, top } of last!.texts)
    if (text.startsWith('Anna')) expect(top).toBeGreaterThan(heading.top + 10);
  expect(typed.text).toContain('Mit dem Namen bestätigt: Ada Müller\nam 22.11.2026, 01:59');
  const drawn = await inkOf(
    orderForm(orderRows(2), { content: { signature: signed }, signatureImage: drawnSignature() }),
  );
  expect(drawn.ink).toBeGreaterThan(150);
  expect(drawn.text).toContain('Unterschrieben von Ada Müller\nam 22.11.2026, 01:59');
});

test('the last row and what follows it stand together, whatever the number of rows', async () => {
  for (let count = 1; count <= 12; count++) {
    const pages = await lightPages(orderForm(orderRows(count)));
    const last = pages.at(-1)!.texts.map(({ text }) => text);
    expect(last).toContain('Positionen');
    expect(last.some((text) => /^GTIN \d/.test(text))).toBe(true);
  }
});

test('the document says its title, language and author, and its letters are inside it', async () => {
  const bytes = await makePdf(orderForm(orderRows(3), { language: 'fr' }));
  const { info } = await pdfPages(bytes, LOW_DPI);
  expect(info).toMatchObject({
    Title: 'Commande 1234, Pharmacie de l’Étoile Sàrl',
    Language: 'fr-CH',
    Author: 'Musterpharma',
    CreationDate: expect.stringContaining('20261122010000'),
  });
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/FontFile2/g),
  ).toHaveLength(2);
});

test('the typeface has a glyph for every letter of the four languages', async () => {
  const task = getDocument({
    data: new Uint8Array(
      await makePdf(orderForm([{ ...orderRows(1)[0]!, productDescription: everyLetter() }])),
    ),
    useSystemFonts: false,
    verbosity: 0,
  });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent();
  const found = letters(items.map((item) => ('str' in item ? item.str : '')).join(''));
  // A micro sign and a small mu are one glyph, which is read as the latter.
  for (const letter of letters(everyLetter())) expect(found, letter).toContain(letter);
  await task.destroy();
});

test('the same form gives the same pages in every language, and none is cut', async () => {
  for (const language of languages) {
    const pages = await lightPages(orderForm(orderRows(9), { language }));
    const text = lettersOf(pages);
    for (const key of [
      'customer',
      'wholesaler',
      'deliveryDate',
      'signature',
      'exFactory',
      'rows',
      'deliveryTypes.Barcode',
    ]) {
      expect(text).toContain(letters(translate(language, `orderForm.${key}`)));
    }
  }
});

test('nobody waits for an order that was given up, and the next one is drawn', async () => {
  const gone = new AbortController();
  const made = makePdf(orderForm(orderRows(2000)), { signal: gone.signal });
  setTimeout(() => gone.abort(new Error('gone')), 50);
  await expect(made).rejects.toThrow('gone');
  expect((await makePdf(orderForm(orderRows(1)))).byteLength).toBeGreaterThan(1000);
}, 60_000);

/** What of a page stands between two heights, in points. */
function band({ data, width }: Dots, from: number, to: number): Dots {
  const [first, last] = [Math.round(from * DOTS_PER_POINT), Math.round(to * DOTS_PER_POINT)];
  return { data: data.slice(first * width * 4, last * width * 4), width, height: last - first };
}

async function lightPages(form: OrderForm): Promise<PdfPage[]> {
  return (await pdfPages(await makePdf(form), LOW_DPI)).pages;
}

/** The letters of every row, in their order: between the lines that begin with its number. */
function rowsOf(pages: readonly PdfPage[], deliveryType: OrderForm['content']['deliveryType']): string[] {
  const rows: string[] = [];
  for (const { texts } of pages) {
    let isRow = false;
    const headAt = texts.findIndex(({ text }) => text === (deliveryType === 'Barcode' ? 'EAN-13' : 'GTIN'));
    for (const { text, left } of texts.slice(headAt)) {
      if (text === 'Positionen' || text.startsWith('Bestellung 1234 ·')) break;
      if (text === String(rows.length + 1) && left < 19 * POINTS_PER_MM) {
        rows.push('');
        isRow = true;
      } else if (isRow) rows[rows.length - 1] += letters(text);
    }
  }
  return rows;
}

function lettersOf(pages: readonly PdfPage[]): string {
  return letters(pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(''));
}

function letters(text: string): string {
  return text.normalize('NFKC').replace(/\s/gu, '');
}

function swiss(number: number, decimals: number): string {
  const [whole, rest] = number.toFixed(decimals).split('.');
  return whole!.replace(/\B(?=(\d{3})+$)/g, "'") + (rest ? `.${rest}` : '');
}

/** Letters and signs of German, French, Italian and English, and of what stands on packages. */
function everyLetter(): string {
  return 'ÄÖÜäöü ÀÂÆÇÉÈÊËÎÏÔŒÙÛŸ àâæçéèêëîïôœùûÿ ÌÒÓÚìòóú «»‹›’“”„–—… ®™©°±×÷½¼¾²³ µαβγδω ≤≥ €§&%‰ ĆŠŽćšžłőřß';
}

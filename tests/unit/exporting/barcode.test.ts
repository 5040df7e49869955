import bwip from 'bwip-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ean13Bars, ean13Path } from '#server/workbooks/barcodes/ean13.ts';
import { ean13Picture, PICTURE_EMU } from '#server/workbooks/barcodes/ean13-picture.ts';
import { pdfPages } from '../../support/pdf-pages.ts';
import { dotsOfPath, dotsOfPng, scan } from '../../support/scan.ts';

/** 7680 + authorisation number + pack code + check digit: 7·1+6·3+8·1+0·3+5·1+0·3+1·1+2·3+3·1+0·3+4·1+5·3 = 67, so 3. */
const gtin = '7680501230453';
const DOTS_PER_MM = 300 / 25.4;

/** Twelve digits with the check digit that GS1 asks for. */
const gtins = fc.stringMatching(/^\d{12}$/).map((twelve) => {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
});

test('the bars are those that another encoder draws', () => {
  fc.assert(
    fc.property(gtins, (text) => {
      const [raw] = bwip.raw('ean13', text) as unknown as [{ sbs: number[] }];
      // Spaces and bars take turns, beginning with a bar.
      const widths = raw.sbs.filter((_, place) => place % 2 === 0);
      expect(ean13Bars(text)?.map(({ width }) => width)).toEqual(widths);
    }),
    { numRuns: 200, seed: 13 },
  );
});

test('a nominal barcode is 37.29 mm wide with its quiet zones, and begins eleven modules from the left', () => {
  const { d, width, height } = ean13Path(gtin)!;
  expect([width, height]).toEqual([37.29, 22.85]);
  expect(d).toMatch(/^M3\.63 0H3\.96V22\.85H3\.63Z/);
  // The last guard bar ends seven modules before the right edge: 106 · 0.33.
  expect(d).toMatch(/H34\.98V22\.85H34\.65Z$/);
});

test('what is printed at 300 dpi is read as the GTIN that it stands for', async () => {
  const all = fc.sample(gtins, { numRuns: 12, seed: 3 });
  for (const text of [gtin, ...all]) {
    const { d, width, height } = ean13Path(text)!;
    expect(await texts(dotsOfPath(d, width, height, DOTS_PER_MM))).toEqual([text]);
    expect(await texts(ean13Picture(text)!)).toEqual([text]);
  }
});

test('the picture has whole dots and says that they are 300 to the inch, which makes a module 0.339 mm', async () => {
  const picture = Buffer.from(ean13Picture(gtin)!);
  const { width, height } = await dotsOfPng(picture);
  expect([width, height]).toEqual([113 * 4, 270]);
  expect(picture.readUInt32BE(picture.indexOf('pHYs') + 4)).toBe(11_811);
  // 914,400 EMU to the inch.
  expect((PICTURE_EMU.width / 914_400) * 25.4).toBeCloseTo(113 * 0.3387, 1);
  expect((PICTURE_EMU.height / 914_400) * 25.4).toBeCloseTo(22.86, 2);
  expect(picture.length).toBeLessThan(250);
});

test('a page of a PDF printed at 300 dpi is read', async () => {
  const { pages } = await pdfPages(onePage(ean13Path(gtin, { module: 0.33, height: 10 })!.d));
  expect(pages).toHaveLength(1);
  expect(pages[0]!.texts).toMatchObject([{ text: 'Packungen' }]);
  expect(await texts(pages[0]!.dots)).toEqual([gtin]);
});

test.each([
  ['nothing', null],
  ['no text', ''],
  ['a wrong check digit', '7680501230454'],
  ['twelve digits', '768050123045'],
  ['fourteen digits', '07680501230453'],
  ['a Pharmacode', '1234567'],
  ['letters', '768050123045x'],
  ['blanks around it', ` ${gtin}`],
])('there is no barcode of %s', (_, text) => {
  expect(ean13Bars(text)).toBeNull();
  expect(ean13Path(text)).toBeNull();
  expect(ean13Picture(text)).toBeNull();
});

async function texts(picture: Parameters<typeof scan>[0]): Promise<string[]> {
  return (await scan(picture)).map(({ text }) => text);
}

/** The path, in millimetres, and a word on a page of 210 × 50 mm. */
function onePage(d: string): Uint8Array {
  const drawn = d.replace(/M(\S+) 0H(\S+)V(\S+)H\S+Z/g, (_, left, right, height) => {
    return `${left} 0 ${Number(right) - Number(left)} ${height} re f `;
  });
  const content = `q 2.834646 0 0 2.834646 60 60 cm ${drawn} Q BT /F 9 Tf 20 20 Td (Packungen) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 142] /Contents 4 0 R
      /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size 5 >>\n%%EOF\n`);
}

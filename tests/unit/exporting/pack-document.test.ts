import { expect, test } from 'vitest';
import { type PackPart, packDocument } from '#server/orders/paper/pack-document.ts';
import { pdfPages } from '../../support/pdf-pages.ts';

const LOW_DPI = 20;

/** Lines of 6.8 mm below a heading of 11, from 16 to 278 mm of a page. */
function section(lines: number): PackPart {
  const blocks = Array.from({ length: lines }, (_, line) => ({
    kind: 'text' as const,
    text: `Zeile ${line + 1}`,
  }));
  return { kind: 'section', title: 'Zeilen', note: '', blocks };
}

const charts: PackPart = {
  kind: 'section',
  title: 'Das Sortiment im Bild',
  note: '',
  blocks: [
    {
      kind: 'ring',
      title: 'ATC-Gruppen',
      note: 'Umsatz',
      unit: 'CHF',
      total: '1.00',
      segments: [{ letter: 'C', name: 'Herz', share: 1, percent: '100%', figure: '1.00' }],
    },
  ],
};

/** The texts of its pages. */
async function textsOf(parts: PackPart[], language: 'de' | 'fr' = 'de'): Promise<string[][]> {
  const bytes = await packDocument({
    language,
    provider: 'Provider',
    made: '2026-01-05T08:00:00Z',
    title: 'Mappe',
    foot: 'Provider',
    parts,
  });
  const { pages } = await pdfPages(bytes, LOW_DPI);
  return pages.map(({ texts }) => texts.map(({ text }) => text));
}

test.each([
  // Ends at 163 mm, which leaves 115 for the 103 that a gap of 12, the heading and its ring of 80 take.
  [20, 1],
  // Ends at 184 mm: 94 are too few for them, though not for the heading alone.
  [23, 2],
])('after %i lines a heading stands with its chart on page %i', async (lines, page) => {
  const pages = await textsOf([section(lines), charts]);
  const pagesOf = (said: string) =>
    pages.flatMap((texts, index) => (texts.includes(said) ? [index + 1] : []));
  expect([pagesOf('Das Sortiment im Bild'), pagesOf('ATC-Gruppen')]).toEqual([[page], [page]]);
});

test('no word of a heading above figures is broken', async () => {
  const columns = [
    { heading: 'Acheté', part: 6 },
    // 9 of the page's 186 mm: too few for either word.
    { heading: 'Emballages Provider', part: 0.6, number: true as const },
    { heading: 'Produit', part: 6 },
  ];
  const table = { kind: 'table' as const, columns, rows: [{ cells: ['Un', '7', 'Deux'] }] };
  const [page] = await textsOf([{ kind: 'section', title: 'Liste', note: '', blocks: [table] }], 'fr');
  expect(page).toEqual(
    expect.arrayContaining(['Acheté', 'Emballages', 'Provider', 'Produit', 'Un', '7', 'Deux']),
  );
});

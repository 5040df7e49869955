import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStatistic } from '#tests/browser/demo-statistics.ts';
import { type SmallStatistic, smallStatistic } from '#tests/browser/small-statistic.ts';
import { engines } from '#tests/support/engines.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { type RunningPortal, startPortal } from '#tests/support/running-portal.ts';
import { choose, type Engine, press, refusedRequests, settled, texts, type } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** The pages as they were shown, to be looked at. */
const pictures = 'test-results/engines';
/** A tablet and a phone. */
const sizes = [
  [1180, 820],
  [390, 844],
] as const;

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** A number as pages show it: one engine writes another apostrophe than the other. */
const shown = (value: number) => amounts.format(value).replaceAll(',', '’');
const plain = (text: string | undefined) => (text ?? '').replaceAll("'", '’');
const numberIn = (text: string | undefined) => Number(plain(text).replaceAll(/[^\d.-]/g, ''));

let portal: RunningPortal;
let small: SmallStatistic;
/** The dashboard of the demo's first statistic. */
let dashboard: string;

beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  [portal, small] = await Promise.all([startPortal(), smallStatistic()]);
  dashboard = `/dashboard/${(await openStatistic(portal.pool)).directLinkId}`;
});
afterAll(() => portal?.stop());

const starts = { Firefox: startFirefox, WebKit: startWebKit };

describe.each(engines)('$name', ({ name, find }) => {
  const program = find();
  let engine: Engine;
  /** Where its downloads go. */
  let folder: string;
  /** The dashboard of the small statistic, once it is uploaded. */
  let uploaded: string;

  beforeAll(async () => {
    if (!program) return;
    folder = await mkdtemp(join(tmpdir(), 'engine-'));
    engine = await starts[name](program, folder);
    await engine.resize(1180, 820);
  });
  afterAll(async () => {
    await engine?.close();
    // The next one uploads the same file.
    await portal?.putBack();
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function open(address: string): Promise<void> {
    await engine.open(`${portal.url}${address}`);
    await settled(engine);
  }

  /** The first text of what matches. */
  const text = async (selector: string) => plain((await texts(engine, selector))[0]);

  async function expectNoComplaints(): Promise<void> {
    expect(await engine.complaints()).toEqual([]);
    expect(await refusedRequests(engine)).toEqual([]);
  }

  test.runIf(program)('an administrator signs in', async () => {
    await open('/login?lang=de');
    await press(engine, 'input[type="email"]');
    await type(engine, 'admin@portal.example');
    await press(engine, 'input[type="password"]');
    await type(engine, portal.password);
    await press(engine, 'button[type="submit"]');
    await expect.poll(() => texts(engine, 'h1')).toEqual(['Bezugsstatistiken']);
    await expectNoComplaints();
  });

  test.runIf(program)('a file is uploaded and reported on', async () => {
    await press(engine, 'button', 'Statistik hochladen');
    await press(engine, '.bp6-dialog button', 'Daten hochladen');
    await choose(engine, 'Einwilligung', 'Einwilligung.pdf', Buffer.from('%PDF-1.4'));
    await choose(engine, 'Bezugsstatistik (Excel oder CSV)', small.fileName, small.file);
    // The dialog takes the focus once it is there.
    await settled(engine);
    await press(engine, '.bp6-dialog input[role="combobox"]');
    await type(engine, 'apotheke');
    await expect.poll(() => text('[role="option"]')).toContain('Apotheke');
    await type(engine, '\uE007');
    await press(engine, '.bp6-dialog button', String(new Date().getFullYear() - 1));
    await press(engine, '.bp6-dialog button', 'Hochladen');
    await expect
      .poll(() => text('[role="dialog"] [role="status"]'))
      .toBe(`${small.fileName} wurde erfolgreich importiert.`);
    const report = (await texts(engine, '[role="dialog"] dl > div')).join(' · ');
    for (const line of ['Importiert 4', 'Per GTIN erkannt 3', 'Nicht im Katalog 1'])
      expect(report).toContain(line);
    await expectNoComplaints();
  });

  test.runIf(program)(
    'the upload is listed and leads to its dashboard, with turnovers as reckoned by hand',
    async () => {
      await open('/');
      const year = new Date().getFullYear() - 1;
      expect(await text('tbody tr')).toContain(`01.${year} – 12.${year}`);
      uploaded = await engine.run(
        () => document.querySelector<HTMLAnchorElement>('tbody a[href*="/dashboard/"]')!.pathname,
      );
      await press(engine, 'tbody a[href*="/dashboard/"]');
      await expect.poll(() => text('h1')).toMatch(/^Sortimentsanalyse von /);
      await settled(engine);
      const page = plain(await text('main'));
      const { total, original, generic } = small.turnover;
      for (const amount of [total, original, generic]) expect(page).toContain(shown(amount));
      // 40 packs of generics beside 13 of originals.
      expect(page).toContain('75%');
      await expectNoComplaints();
    },
  );

  test.runIf(program)('products and ATC groups have what was uploaded', async () => {
    await open(`${uploaded}/products`);
    expect(await texts(engine, '.products tbody tr[data-place]')).toHaveLength(4);
    const products = await texts(engine, '.products tfoot :is(th, td)');
    expect(products[0]).toBe('Total (4 Artikel)');
    expect(products).toContain('58');
    await open(`${uploaded}/atc`);
    expect(plain((await texts(engine, '.data-table tfoot tr')).join(' '))).toContain(
      shown(small.turnover.total),
    );
    await expectNoComplaints();
  });

  test.runIf(program)('the potentials of substances sum to the total below them', async () => {
    await open(`${dashboard}/potential`);
    const headings = await texts(engine, '.data-table thead th');
    const column = headings.findIndex((heading) => heading.includes('Potenzial'));
    const cells = await texts(engine, `.data-table tbody tr > :nth-child(${column + 1})`);
    expect(cells.length).toBeGreaterThan(100);
    const centimes = cells.reduce((sum, cell) => sum + Math.round(numberIn(cell) * 100), 0);
    expect(centimes / 100).toBe(numberIn(await text(`.data-table tfoot tr > :nth-child(${column + 1})`)));
    await expectNoComplaints();
  });

  test.runIf(program)(
    'twelve packs typed over others cost twelve times the price, are there again, and become an order as PDF',
    async () => {
      await open(`${dashboard}/cart`);
      await press(engine, '[data-control="packs"]');
      await type(engine, '34\uE007');
      await press(engine, '[data-control="packs"]');
      await type(engine, '12\uE007');
      await expect.poll(() => text('.save-state')).toBe('Gespeichert');
      const sum = await text('[data-sum="exFactory"]');
      const headings = await texts(engine, '.cart-table thead th');
      const price = await text(`.cart-table tbody tr > :nth-child(${headings.indexOf('Preis CHF') + 1})`);
      expect(Math.round(numberIn(sum) * 100)).toBe(12 * Math.round(numberIn(price) * 100));
      await open(`${dashboard}/cart`);
      expect(await text('[data-sum="exFactory"]')).toBe(sum);
      await press(engine, 'button', 'Herunterladen');
      await press(engine, '[role="menuitem"]', 'Bestellformular (PDF)');
      const files = async () => (await readdir(folder)).filter((file) => file.endsWith('.pdf'));
      await expect.poll(files, { timeout: 90_000 }).toHaveLength(1);
      const [file] = await files();
      await expect
        .poll(async () => (await readFile(join(folder, file!))).subarray(-8).toString())
        .toContain('EOF');
      const { pages } = await pdfPages(await readFile(join(folder, file!)), 20);
      expect(pages).toHaveLength(1);
      expect(pages[0]!.texts.map((each) => plain(each.text)).join(' ')).toContain(sum);
      await expectNoComplaints();
    },
  );

  test.runIf(program)('the pages of a visit pack are drawn', async () => {
    await open(`${dashboard}/pack?parts=cover,figures,charts`);
    const drawn = (page: number) =>
      engine.run((place: number) => {
        const canvas = document.querySelectorAll<HTMLCanvasElement>('.pack-preview canvas')[place]!;
        canvas.scrollIntoView({ behavior: 'instant' });
        if (canvas.dataset.drawn !== 'true') return 'waiting';
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, at) => at % 4 === 0 && value < 100) ? 'words' : 'blank';
      }, page);
    const pages = () => engine.run(() => document.querySelectorAll('.pack-preview canvas').length);
    await expect.poll(pages, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    for (let page = 0; page < (await pages()); page++)
      await expect.poll(() => drawn(page), { timeout: 15_000 }).toBe('words');
    await expectNoComplaints();
  });

  test.runIf(program)('what the market lacks is listed, and all users', async () => {
    await open('/stockout-analyser');
    const bars = (await texts(engine, '.manufacturer-bars li')).map((each) =>
      numberIn(/\d+$/.exec(each)?.[0]),
    );
    expect(bars).toHaveLength(10);
    expect(bars.toSorted((one, other) => other - one)).toEqual(bars);
    await open('/admin/users');
    const { rows } = await portal.pool.query<{ count: number }>(
      'select count(*)::integer as count from users',
    );
    expect(await texts(engine, '.users tbody tr')).toHaveLength(rows[0]!.count);
    await expectNoComplaints();
  });

  for (const [page, address] of Object.entries({
    login: '/login',
    uploads: '/',
    overview: '*',
    potential: '*/potential',
    products: '*/products',
    atc: '*/atc',
    'not-deliverable': '*/not_deliverable',
    cart: '*/cart',
    pack: '*/pack',
    market: '/stockout-analyser',
    calls: '/call-list',
    help: '/dashboard/help',
    users: '/admin/users',
  }))
    test.runIf(program)(
      `on a tablet and a phone everything fits, and a finger hits it: ${page}`,
      async () => {
        for (const [width, height] of sizes) {
          await engine.resize(width, height);
          await open(address.replace('*', dashboard));
          expect(await texts(engine, 'h1')).toHaveLength(1);
          await writeFile(`${pictures}/${page}-${width}-${name}.png`, await engine.picture());
          expect.soft(await engine.run(layoutFaults), `${width}`).toEqual([]);
          expect.soft(await engine.run(smallTargets, width < 640), `${width}`).toEqual([]);
          await expectNoComplaints();
        }
      },
    );
});

/**
 * What a finger hits over less than 36 pixels from top to bottom: it is made 44 high, of which neighbours may take the
 * edges. On a phone what stands in rows is closer. Runs in the page.
 */
function smallTargets(isPhone: boolean): string[] {
  const controls =
    '.bp6-button:not(:disabled, .bp6-small), .cart-table__actions > :not(:disabled), .bp6-input, select, summary, nav a, footer a';
  const targets = document.querySelectorAll<HTMLElement>(
    isPhone ? controls : 'a[href], button:not(:disabled), summary, select, input:not([type="hidden"])',
  );
  // Within the last two the whole tile and the bar below lead there too.
  const exempt = 'p, .visually-hidden, .shell__skip, .finding-tiles, .top-bars';
  return [...targets].slice(0, 150).flatMap((each) => {
    const target = each.closest('label') ?? each;
    if (!each.checkVisibility() || each.closest(exempt)) return [];
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // The first line of a link of several, between which is nothing.
    const [first, ...others] = target.getClientRects();
    const { left, top, width, height } = first!;
    const across = others.length > 0 ? 12 : width / 2;
    const isHit = (below: number) => {
      const hit = document.elementFromPoint(left + across, top + height / 2 + below);
      // A line that is moved sideways shows over its edge how far it is.
      const isMoved = hit?.contains(target) && hit.scrollWidth > hit.clientWidth;
      return hit !== null && (target.contains(hit) || isMoved);
    };
    let [above, below] = [0, 0];
    while (above < 44 && (isHit(-above - 1) || isHit(-above - 3))) above++;
    while (below < 44 && (isHit(below + 1) || isHit(below + 3))) below++;
    const high = above + below + 1;
    return high >= 36 ? [] : [`${high} px: ${each.outerHTML.slice(0, 120)}`];
  });
}

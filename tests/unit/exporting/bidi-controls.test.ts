import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createMailer } from '#server/mail/send-mail.ts';
import { atomFeed } from '#server/market/feeds/atom.ts';
import { makePdf } from '#server/orders/order-files.ts';
import { csvText, swissCsv } from '#server/workbooks/csv.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import { copiedText } from '../../../web/components/tables/copied-text.ts';
import { orderForm, orderRows } from '../../support/order-form.ts';
import { pdfPages } from '../../support/pdf-pages.ts';
import { rowsBySheetJs } from '../../support/written-workbook.ts';
import { articles, copiedColumns } from '../web/products/articles.ts';

// All of Unicode's property Bidi_Control.
const controls = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
/** Shown as «exe.gpj» turned around from its third letter on. */
const turned = `Apo\u202etheke${controls} 12`;
const plain = 'Apotheke 12';
/** No formula as long as the control stands before it. */
const hidden = '\u202e=1+1';

test('a mail has none in subject, text, names and file names', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bidi-controls-'));
  const contact = { email: 'portal@portal.example', address: '', phone: '' };
  const mailer = createMailer({ dataDir, smtpUrl: undefined }, async () => ({
    contact,
    provider: { name: turned, companies: [] },
    staging: null,
  }));
  await mailer.send({
    to: `"${turned}" <to@portal.example>`,
    cc: `"${turned}" <cc@portal.example>`,
    replyTo: `"${turned}" <reply@portal.example>`,
    subject: turned,
    text: turned,
    html: `<p>${turned}</p>`,
    attachments: [
      { filename: `${turned}.pdf`, contentType: 'application/pdf', content: Buffer.from('%PDF') },
    ],
  });
  mailer.close();
  const [name] = await readdir(join(dataDir, 'outbox'));
  const mail = await PostalMime.parse(await readFile(join(dataDir, 'outbox', name!)));
  expect(mail.subject).toBe(plain);
  expect(mail.text?.trim()).toBe(plain);
  expect(mail.html?.trim()).toBe(`<p>${plain}</p>`);
  expect(mail.attachments[0]!.filename).toBe(`${plain}.pdf`);
  for (const person of [mail.from, mail.to?.[0], mail.cc?.[0], mail.replyTo?.[0]]) {
    expect(person?.name).toBe(plain);
  }
  await rm(dataDir, { recursive: true });
});

test('CSV has none, and what is a formula without them is a text', () => {
  expect(csvText([[turned, hidden]])).toBe(`${plain},'=1+1\r\n`);
  expect(Buffer.from(swissCsv([[turned, hidden]])).toString()).toBe(`\ufeff${plain};'=1+1\r\n`);
});

test('a workbook has none in cells, headings and the names of its sheets, which stay apart', async () => {
  const sheet = { columns: [{ heading: turned, kind: 'text' as const }], rows: [[turned], [hidden]] };
  const bytes = await makeWorkbook({
    title: turned,
    author: turned,
    created: '2026-03-01T10:00:00.500Z',
    pageOf: 'Seite &P von &N',
    moreColumns: '',
    sheets: [
      { name: turned, ...sheet },
      { name: plain, ...sheet },
    ],
  });
  const lines = [[plain], [plain], ['=1+1']];
  expect(rowsBySheetJs(bytes)).toEqual({ [plain]: lines, [`${plain} 2`]: lines });
});

test('an order on paper has none, in its properties neither', async () => {
  const form = orderForm(orderRows(1));
  form.content.rows[0]!.productDescription = turned;
  form.content.statistic.customerName = turned;
  const bytes = await makePdf(form);
  const { pages } = await pdfPages(bytes);
  const text = pages.flatMap(({ texts }) => texts.map((each) => each.text)).join('\n');
  expect(text).toContain(plain);
  expect(text).not.toMatch(/\p{Bidi_Control}/u);
  expect(Buffer.from(bytes).toString('latin1')).toContain(plain);
});

test('a feed has none', () => {
  const feed = {
    id: 1,
    uuid: '00000000-0000-8000-8000-000000000000',
    name: turned,
    view: 'market/full',
    language: 'de',
    createdAt: '2026-03-01T10:00:00.000Z',
  } as unknown as Parameters<typeof atomFeed>[0];
  const place = {
    self: 'https://a.example',
    page: 'https://b.example',
    author: turned,
    today: '2026-11-24',
    listDate: '2026-03-01',
  };
  const xml = atomFeed(feed, [], place);
  expect(xml).toContain(`<title>${plain}</title>`);
  expect(xml).toContain(`<name>${plain}</name>`);
});

test('copied cells have none, and what is a formula without them is a text', () => {
  const list = articles({ productName: [turned, hidden] });
  const whole = { anchor: { row: 0, column: 0 }, active: { row: 1, column: 0 } };
  expect(copiedText(copiedColumns(list, []), whole, (place) => place)).toBe(`${plain}\n'=1+1`);
});

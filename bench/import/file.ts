import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utils, write } from '@e965/xlsx';
import ExcelJS from 'exceljs';

const ROWS = 200_000;
const ARTICLES = 8_000;
const reference = new URL('../../../shared/data/statistics/kette-lieferungen-200k.xlsx', import.meta.url);
const generated = new URL('../cache/deliveries-200k.xlsx', import.meta.url);

/** The file to read: the one asked for, else the reference file, else a generated one of the same shape. */
export async function benchFile(asked: string | undefined): Promise<string> {
  if (asked !== undefined) return asked;
  if (existsSync(reference)) return fileURLToPath(reference);
  const path = fileURLToPath(generated);
  if (!existsSync(path)) await generate(path);
  return path;
}

/** Delivery lines as a wholesaler's system exports them: semicolons, Windows-1252, German numbers. */
export async function csvFile(): Promise<string> {
  const path = join(dirname(fileURLToPath(generated)), 'deliveries-200k.csv');
  await mkdir(dirname(path), { recursive: true });
  const lines = ['Filiale;Artikel;EAN;Liefermenge;Preis'];
  for (const { branch, name, code, packs, article } of deliveries(ROWS))
    lines.push(`${branch};${name.replace(/ Oral.*mg,/, '')};${code};${packs};${article % 900},50`);
  await writeFile(path, `${lines.join('\r\n')}\r\n`, 'latin1');
  return path;
}

/** As many delivery lines as an old workbook has rows. */
export async function oldWorkbook(): Promise<string> {
  const path = join(dirname(fileURLToPath(generated)), 'deliveries-65k.xls');
  await mkdir(dirname(path), { recursive: true });
  const rows: (string | number)[][] = [['Filiale', 'Lieferdatum', 'Artikel', 'EAN', 'Liefermenge']];
  for (const { branch, day, name, code, packs } of deliveries(65_535))
    rows.push([branch, day, name, Number(code), packs]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Lieferungen');
  await writeFile(path, write(book, { bookType: 'biff8', type: 'buffer', bookSST: true }));
  return path;
}

/** 200,000 delivery lines in five columns with texts in the cells, the same bytes of data every time. */
async function generate(path: string): Promise<void> {
  await mkdir(new URL('.', generated), { recursive: true });
  const filename = `${path}.part`;
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename,
    useSharedStrings: false,
    useStyles: false,
  });
  const sheet = book.addWorksheet('Lieferungen');
  sheet.addRow(['Filiale', 'Lieferdatum', 'Artikel', 'EAN', 'Liefermenge']).commit();
  for (const { branch, day, name, code, packs } of deliveries(ROWS))
    sheet.addRow([branch, day, name, code, packs]).commit();
  await book.commit();
  await rename(filename, path);
}

function* deliveries(rows: number) {
  let state = 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let row = 0; row < rows; row++) {
    const article = below(ARTICLES);
    const day = new Date(Date.UTC(2025, 0, 1 + below(365))).toISOString().slice(0, 10);
    const name = `Präparat ${article} Oral, Filmtabl ${50 * (1 + (article % 10))} mg, Blist ${10 * (1 + (article % 9))} Stk`;
    const branch = `F${String(below(40)).padStart(3, '0')}`;
    yield { branch, day, name, code: gtin(article), packs: 1 + below(5), article };
  }
}

function gtin(article: number): string {
  const digits = `7680${String(40_000 + article)}${String(1 + (article % 900)).padStart(3, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

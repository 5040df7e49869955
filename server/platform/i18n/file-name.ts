import { type Months, swissPeriod } from './swiss.ts';

/** Most characters of a part and of a whole name: most file systems take 255 bytes. */
const LONGEST_PART = 60;
const LONGEST = 120;
/** Reserved device names of Windows. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name for a download, of words in the reader's language and of what distinguishes it, customer and months first:
 * Produktanalyse Apotheke Oberdorf 2025.xlsx. Valid on every file system; empty parts are left out.
 */
export function fileName(extension: string, ...parts: readonly (string | number | null)[]): string {
  const name = parts.map((part) => takenEverywhere(String(part ?? ''))).filter((part) => part !== '');
  const base = shortened(name.join(' '), LONGEST);
  return `${base === '' || device.test(base) ? `${base}_` : base}.${extension}`;
}

/** A name given by a user, without invisible characters and cut to what file systems take. */
export function givenFileName(name: string): string {
  const visible = name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(visible)?.[0] ?? '';
  return shortened(visible.slice(0, visible.length - extension.length), LONGEST) + extension;
}

/** An ASCII fallback: letters without diacritics, _ for the rest. */
export function asciiFileName(name: string): string {
  return name
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
}

/** Months in a file name: 2025, 2024-2025, 03.2025, 01.2025-06.2025; null where unknown. */
export function periodInName(months: Months): string | null {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = months;
  const isYears = timeMonthFrom === 1 && timeMonthTo === 12;
  const said = isYears ? `${timeYearFrom}-${timeYearTo}` : swissPeriod(months)?.replace(' – ', '-');
  const [from, to] = said?.split('-') ?? [];
  return (from === to ? from : said) ?? null;
}

/** Without invisible characters and those that Windows or a header refuses; Windows drops dots and spaces at the ends. */
function takenEverywhere(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\p{Z}\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/^[ .]+/, '');
  return shortened(plain, LONGEST_PART);
}

function shortened(text: string, most: number): string {
  return [...text]
    .slice(0, most)
    .join('')
    .replace(/[ .]+$/, '');
}

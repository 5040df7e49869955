import { type Months, swissPeriod } from './swiss.ts';

/** Characters of a part of a name, and of a whole one: 255 bytes is what most file systems take. */
const LONGEST_PART = 60;
const LONGEST = 120;
/** Names that Windows keeps for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name for a download of words in the reader's language and what tells it from others, the customer and the months
 * first of all: Produktanalyse Apotheke Oberdorf 2025.xlsx. Every file system takes it; parts that say nothing are left out.
 */
export function fileName(extension: string, ...parts: readonly (string | number | null)[]): string {
  const name = parts.map((part) => takenEverywhere(String(part ?? ''))).filter((part) => part !== '');
  const base = shortened(name.join(' '), LONGEST);
  return `${base === '' || device.test(base) ? `${base}_` : base}.${extension}`;
}

/** A name that somebody gave a file, which stays it, but for what can't be seen or is too long for a file system. */
export function givenFileName(name: string): string {
  const visible = name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(visible)?.[0] ?? '';
  return shortened(visible.slice(0, visible.length - extension.length), LONGEST) + extension;
}

/** The name for programs that know of ASCII alone: letters without their marks, _ for all else. */
export function asciiFileName(name: string): string {
  return name
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
}

/** Months as a name of a file says them: 2025, 2024-2025, 03.2025, 01.2025-06.2025; null where they are not known. */
export function periodInName(months: Months): string | null {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = months;
  const isYears = timeMonthFrom === 1 && timeMonthTo === 12;
  const said = isYears ? `${timeYearFrom}-${timeYearTo}` : swissPeriod(months)?.replace(' – ', '-');
  const [from, to] = said?.split('-') ?? [];
  return (from === to ? from : said) ?? null;
}

/** Without what Windows or a header refuses or what can't be seen; dots and spaces at its ends are lost on Windows. */
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

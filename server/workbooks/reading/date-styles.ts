import { addDays } from '#shared/calendar.ts';
import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { NONSENSE } from './unpack.ts';
import type { Workbook } from './workbook.ts';
import { scanPart } from './workbook.ts';
import { nameHash } from './xml-scanner.ts';

const NUMBER_FORMAT = nameHash('numFmt');
const NUMBER_FORMATS = nameHash('numFmts');
const CELL_FORMAT = nameHash('xf');
const CELL_FORMATS = nameHash('cellXfs');
const FORMAT_ID = nameHash('numFmtId');
const FORMAT_CODE = nameHash('formatCode');

/** Which cell styles show numbers as dates. */
export interface DateStyles {
  /** By style index: 1 for styles that show dates or times. */
  styles: Uint8Array;
  date1904: boolean;
}

/**
 * The styles that show numbers as dates. None where the styles part is missing or invalid; other readers ignore that too.
 * @throws ImportError import_archive_damaged, import_unpacked_too_large
 */
export async function readDateStyles(workbook: Workbook, limits: Limits): Promise<DateStyles> {
  const { archive, styles, date1904 } = workbook;
  const codes = new Map<number, string>();
  const formats: number[] = [];
  try {
    if (styles) {
      await scanPart(archive, styles, limits, (scanner) => {
        if (scanner.depth !== 3) return;
        const id = Number(scanner.value(FORMAT_ID) ?? 0);
        if (scanner.name === NUMBER_FORMAT && scanner.parent() === NUMBER_FORMATS) {
          codes.set(id, scanner.value(FORMAT_CODE) ?? '');
        } else if (scanner.name === CELL_FORMAT && scanner.parent() === CELL_FORMATS) formats.push(id);
      });
    }
  } catch (error) {
    if (!(error instanceof ImportError && NONSENSE.has(error.code))) throw error;
    return { styles: new Uint8Array(0), date1904 };
  }
  const isDate = (id: number) => {
    const code = codes.get(id);
    return code === undefined ? isBuiltInDate(id) : writesDate(code);
  };
  return { styles: Uint8Array.from(formats, (id) => (isDate(id) ? 1 : 0)), date1904 };
}

/** ECMA-376 part 1, 18.8.30: all languages; 27 to 36 and 50 to 58 are East Asian dates. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Whether a number format shows date parts and no digits of the number. */
function writesDate(code: string): boolean {
  const [first] = code.replace(/"[^"]*"?|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').split(';');
  if (/general/i.test(first!)) return false;
  return /[dmyhs]/i.test(first!) && !/[0#?]/.test(first!.replace(/s\]?[.,]0+/gi, 's'));
}

/** Serials of the 1904 date system are lower by so many days. */
const DAYS_1900_TO_1904 = 1462;

/** The day, YYYY-MM-DD, of a serial number; null before 1954 or after 2119. */
export function serialDay(serial: number, date1904: boolean): string | null {
  const days = Math.floor(serial) + (date1904 ? DAYS_1900_TO_1904 : 0);
  if (!(days >= 20_000 && days <= 80_000)) return null;
  return addDays('1899-12-30', days);
}

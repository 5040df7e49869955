import { CsvReader } from './csv-reader.ts';
import { readDateStyles } from './date-styles.ts';
import type { Limits } from './limits.ts';
import type { Row } from './row.ts';
import { SheetReader } from './sheet-reader.ts';
import type { TextFile } from './text-file.ts';
import { readPart } from './unpack.ts';
import { openWorkbook, readSharedStrings } from './workbook.ts';

/** Told of every piece of a file that was gone through, with its bytes. */
export type OnPiece = (bytes: number) => void;

/** A sheet of a file of whatever kind. */
export type ReadableSheet = {
  name: string;
  hidden: boolean;
  /** Gives its rows to `take` from the first one on, until that says false; true when there was no more. */
  read(take: (row: Row) => boolean, onPiece: OnPiece): Promise<boolean>;
  /** Goes through all of it, so that damage is found, and gives no rows. */
  verify(onPiece: OnPiece): Promise<void>;
};

/** What a text is called where sheets have names. */
const TEXT_SHEET = 'CSV';

/**
 * The worksheets of an .xlsx or .xlsm, of which `begin` is told the bytes of all pieces. Macros are not looked at.
 * @throws ImportError
 */
export async function openWorkbookSheets(
  file: Uint8Array,
  limits: Limits,
  begin: (totalBytes: number) => void,
  onPiece: OnPiece,
): Promise<ReadableSheet[]> {
  const workbook = await openWorkbook(file, limits, { mayHaveMacros: true });
  const { archive } = workbook;
  begin(workbook.totalBytes);
  const strings = await readSharedStrings(workbook, limits, onPiece);
  const dates = await readDateStyles(workbook, limits);
  return workbook.sheets.map(
    ({ name, hidden, entry }): ReadableSheet => ({
      name,
      hidden,
      async read(take, onPiece) {
        const reader = new SheetReader(entry.name, strings, limits, dates);
        const takeRows = () => {
          while (reader.nextRow()) if (!take(reader.row)) return false;
          return true;
        };
        let toTheEnd = true;
        await readPart(archive, entry, (chunk) => {
          reader.push(chunk);
          toTheEnd = takeRows();
          onPiece(chunk.length);
          return toTheEnd;
        });
        if (!toTheEnd) return false;
        reader.finish();
        if (!takeRows()) return false;
        reader.assertComplete();
        return true;
      },
      async verify(onPiece) {
        await readPart(archive, entry, (chunk) => {
          onPiece(chunk.length);
          return true;
        });
      },
    }),
  );
}

/** A text as a sheet whose columns one of the separators parts. */
export function textSheet(text: TextFile, separator: string, limits: Limits): ReadableSheet {
  return {
    name: TEXT_SHEET,
    hidden: false,
    async read(take, onPiece) {
      const reader = new CsvReader(separator, limits, text.quoting);
      const takeRows = () => {
        while (reader.nextRow()) if (!take(reader.row)) return false;
        return true;
      };
      for (const { utf8, bytes } of text.chunks()) {
        reader.push(utf8);
        if (!takeRows()) return false;
        onPiece(bytes);
      }
      reader.finish();
      return takeRows();
    },
    async verify() {},
  };
}

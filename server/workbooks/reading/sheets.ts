import { CsvReader } from './csv-reader.ts';
import { readDateStyles } from './date-styles.ts';
import type { Limits } from './limits.ts';
import type { Row } from './row.ts';
import { SheetReader } from './sheet-reader.ts';
import type { TextFile } from './text-file.ts';
import { readPart } from './unpack.ts';
import { openWorkbook, readSharedStrings } from './workbook.ts';

/** Called for every piece of a file, with its bytes. */
export type OnPiece = (bytes: number) => void;

/** A sheet of any kind of file. */
export type ReadableSheet = {
  name: string;
  hidden: boolean;
  /** Passes rows to `take` until it returns false; true when all were passed. */
  read(take: (row: Row) => boolean, onPiece: OnPiece): Promise<boolean>;
  /** Reads to the end without passing rows, to detect damage. */
  verify(onPiece: OnPiece): Promise<void>;
};

/** Name of the only sheet of a text file. */
const TEXT_SHEET = 'CSV';

/** The worksheets of an .xlsx or .xlsm; `begin` gets the bytes of all pieces. Macros are ignored. @throws ImportError */
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

/** A text file as a sheet, with columns split by a separator. */
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

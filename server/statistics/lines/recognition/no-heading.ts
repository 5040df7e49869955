import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { columnLetters } from '../../../workbooks/reading/row.ts';
import { isIdentifier, LAST_HEADING_ROW, matchColumns, type SeenSheet } from './find-table.ts';
import { IDENTIFIER_HEADINGS, QUANTITY_HEADINGS } from './headings.ts';
import { shownSheets } from './shown-sheets.ts';

/**
 * Why no table was found: import_workbook_empty, import_no_heading, import_no_quantity_heading or
 * import_no_identifier_heading.
 */
export function noHeading(sheets: SeenSheet[]): ImportError {
  if (sheets.every(({ rows }) => rows.length === 0)) return new ImportError('import_workbook_empty');
  const halves = sheets.flatMap((sheet) =>
    sheet.rows
      .filter((row) => row.number <= LAST_HEADING_ROW)
      .map((row) => ({ sheet, row, columns: matchColumns(row.cells) }))
      .filter(({ row, columns }) => columns.length >= 2 || (columns.length === 1 && row.cells.length >= 2)),
  );
  const identified = halves.find(({ columns }) => columns.some(isIdentifier));
  const counted = halves.find(({ columns }) => columns.some((c) => c.field === 'quantity'));
  const words = { identifierHeadings: IDENTIFIER_HEADINGS, quantityHeadings: QUANTITY_HEADINGS };
  const half = identified ?? counted;
  const shown = shownSheets(sheets);
  if (half === undefined) return new ImportError('import_no_heading', words, shown);
  const found = half.columns.map((c) => `${columnLetters(c.column)} «${c.heading}»`).join(', ');
  return new ImportError(
    identified ? 'import_no_quantity_heading' : 'import_no_identifier_heading',
    { ...words, sheet: half.sheet.name, row: half.row.number, found },
    shown,
  );
}

import type { ShownSheet } from '#shared/schemas/preview.ts';

/**
 * Everything that can be wrong with an uploaded file as a whole. Each code has a text in translations/{lang}/import.json
 * under `errors.<code>`, with the params named here.
 */
export const IMPORT_ERROR_CODES = [
  'import_file_empty',
  'import_old_excel',
  'import_excel_2003_xml',
  'import_excel_binary',
  'import_password_protected',
  'import_macro_workbook',
  'import_opendocument',
  'import_word_document',
  'import_presentation',
  'import_pdf',
  'import_html',
  'import_csv',
  'import_other_office_file',
  'import_other_zip',
  'import_unknown_file',
  'import_file_truncated',
  'import_archive_damaged', // part
  'import_duplicate_part', // part
  'import_part_missing', // part
  'import_compression_unsupported', // part
  'import_too_many_parts', // limit
  'import_unpacked_too_large', // limitMegabytes
  'import_xml_damaged', // part, detail
  'import_document_type', // part
  'import_encoding_unsupported', // part, encoding
  'import_sheet_contradictory', // part, cell
  'import_cell_outside_sheet', // part, cell
  'import_cell_too_large', // part, cell, limit
  'import_shared_strings_missing', // part, cell
  'import_shared_string_unknown', // part, cell, index
  'import_shared_strings_too_large', // limit
  'import_old_excel_damaged',
  'import_text_damaged', // row
  'import_too_many_rows', // limit
  'import_no_sheet',
  'import_too_many_sheets', // limit
  'import_workbook_empty',
  'import_no_heading', // identifierHeadings, quantityHeadings
  'import_no_quantity_heading', // quantityHeadings, sheet, row, found, heading; context: contents or factor, of what heading says
  'import_no_identifier_heading', // identifierHeadings, sheet, row
  'import_several_quantities', // sheet, row, found
  'import_tables_side_by_side', // sheet, row, found
  'import_choice_invalid', // sheet
  'import_no_rows', // sheet, row
  'import_nothing_readable', // sheet, rowsRead, reason, reasonRows
  'import_quantity_unit', // heading, row, quantity
  'import_too_many_codes', // limit
  'import_too_slow', // seconds
  'import_too_much_memory',
] as const;

export type ImportErrorCode = (typeof IMPORT_ERROR_CODES)[number];

/** The file cannot be imported; `sheets` previews its content where choosing columns by hand may help. */
export class ImportError extends Error {
  readonly code: ImportErrorCode;
  readonly params: Record<string, string | number>;
  readonly sheets: ShownSheet[] | undefined;

  constructor(code: ImportErrorCode, params: Record<string, string | number> = {}, sheets?: ShownSheet[]) {
    super(`${code} ${JSON.stringify(params)}`);
    this.name = 'ImportError';
    this.code = code;
    this.params = params;
    this.sheets = sheets;
  }
}

/** Why a template can't be filled: a key below templateFiles.unfillable, and what its text names. */
export type Unfillable =
  | 'no_workbook'
  | 'no_macros'
  | 'part_missing'
  | 'table_nowhere'
  | 'totals_row'
  | 'too_large'
  | 'nothing_named'
  | 'rows_below'
  | 'cells_computed'
  | 'cell_missing';

/** A template that can't be filled. */
export class TemplateError extends Error {
  readonly reason: Unfillable;
  readonly params: Record<string, string>;
  constructor(reason: Unfillable, params: Record<string, string> = {}) {
    super(`${reason}: ${JSON.stringify(params)}`);
    this.reason = reason;
    this.params = params;
  }
}

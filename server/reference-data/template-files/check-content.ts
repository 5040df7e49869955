import { readFile, rm } from 'node:fs/promises';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { Engine } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import {
  visitFacts,
  visitFigures,
  visitOrigins,
  visitTables,
} from '../../statistics/exports/visit/layout.ts';
import { makeVisit } from '../../statistics/exports/visit/make-visit.ts';
import { TemplateError } from '../../statistics/exports/visit/template-parts.ts';
import { readStatistic } from '../../statistics/lines/read-statistic.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import type { CellKind } from '../../workbooks/writing/workbook.ts';
import { OTHER_KINDS } from '../sources/reading/content-kind.ts';
import type { TemplateFileKind } from './kinds.ts';

type Check = (bytes: Uint8Array, engine: Engine, signal: AbortSignal | undefined) => Promise<void> | void;

const FILLING_MILLISECONDS = 20_000;

const checks: Record<Exclude<TemplateFileKind['content'], 'rows'>, Check> = {
  pdf: checkPdf,
  'upload-template': checkUploadTemplate,
  'workbook-template': checkWorkbookTemplate,
};

/**
 * Refuses a file that is kept as it is but is not what it is to be.
 * @throws ReferenceDataError or ImportError saying why
 */
export async function checkContent(
  content: keyof typeof checks,
  path: string,
  engine: Engine,
  signal?: AbortSignal,
): Promise<void> {
  await checks[content](await readFile(path), engine, signal);
}

/** A PDF names itself within its first kilobyte, and its end within the last. */
function checkPdf(bytes: Uint8Array): void {
  const text = (from: number, to?: number) => Buffer.from(bytes.slice(from, to)).toString('latin1');
  if (!text(0, 1024).includes('%PDF-')) throw new ReferenceDataError('template_not_pdf', {});
  if (!text(-1024).includes('%%EOF')) throw new ReferenceDataError('template_pdf_truncated', {});
}

/** What users fill in must have headings that an upload is recognised by; rows it needs none. */
async function checkUploadTemplate(bytes: Uint8Array, engine: Engine, signal?: AbortSignal): Promise<void> {
  const linesPath = temporaryPath(engine, 'lines.csv');
  try {
    await readStatistic(bytes, { linesPath, ...(signal ? { signal } : {}) });
  } catch (error) {
    const isEmpty =
      error instanceof ImportError && ['import_no_rows', 'import_nothing_readable'].includes(error.code);
    if (isEmpty) return;
    throw error instanceof ImportError ? notUploadable(error) : error;
  } finally {
    await rm(linesPath, { force: true });
  }
}

/** Why no upload could be made from a file, in words for whoever replaces the template. */
function notUploadable(error: ImportError): ImportError | ReferenceDataError {
  const { code, params } = error;
  if (code === 'import_too_slow' || code === 'import_too_much_memory') return error;
  const words = OTHER_KINDS.has(code)
    ? 'templateFiles.notUploadable.no_workbook'
    : code === 'import_workbook_empty'
      ? 'templateFiles.notUploadable.empty'
      : `import.errors.${code}`;
  return new ReferenceDataError('template_not_uploadable', { ...params, words });
}

/** The template is filled with a row for each table. */
async function checkWorkbookTemplate(
  template: Uint8Array,
  _engine: Engine,
  signal?: AbortSignal,
): Promise<void> {
  const names = [...visitFacts, ...visitOrigins, ...visitFigures.map(({ name }) => name)];
  const tooSlow = AbortSignal.timeout(FILLING_MILLISECONDS);
  try {
    await makeVisit(
      {
        language: 'de',
        template: new Uint8Array(template),
        isTrial: true,
        cells: { ...Object.fromEntries(names.map((name) => [name, 1])), createdOn: sampleOf('date') },
        words: {},
        tables: Object.fromEntries(
          visitTables.map(({ table, columns }) => [table, sampleRows(columns)]),
        ) as never,
      },
      signal ? AbortSignal.any([signal, tooSlow]) : tooSlow,
    );
  } catch (error) {
    if (error instanceof TemplateError) {
      throw new ReferenceDataError('template_not_fillable', { ...error.params, reason: error.reason });
    }
    if (tooSlow.aborted) throw new ImportError('import_too_slow', { seconds: FILLING_MILLISECONDS / 1000 });
    throw error;
  }
}

function sampleRows(columns: readonly { field: string; kind: CellKind }[]): Uint8Array {
  const values = columns.map(({ field, kind }) => [field, [sampleOf(kind)]]);
  return tableToIPC(tableFromArrays(Object.fromEntries(values)), { format: 'stream' })!;
}

function sampleOf(kind: CellKind): string | number {
  if (kind === 'date') return '2026-01-31';
  return kind === 'text' ? 'Text' : 1;
}

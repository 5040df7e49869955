import type { Pool } from 'pg';
import type { Engine } from '#analytics/engine.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { newestHistory, refuseWithoutCatalogue } from '../stockout-lists.ts';
import type { RowDifference } from './difference.ts';
import { type GuardedFile, guardFile, guardGone } from './guards.ts';
import { sourceKeyOf, type TemplateFileKind } from './kinds.ts';
import { knownProducts } from './known-products.ts';
import { examineList, listOf, shortageEntries } from './list-to-publish.ts';
import { compareRows } from './read-rows.ts';
import {
  type Comparison,
  storedRows,
  type TemplateVersion,
  updateReport,
} from './template-version-queries.ts';

type Parts = { pool: Pool; engine: Engine };

/**
 * What a file of rows is beside `current`, the version that it would replace.
 * @throws ReferenceDataError for a list of stock-outs before the first catalogue
 */
export async function compareFile(
  { pool, engine }: Parts,
  kind: TemplateFileKind,
  file: GuardedFile & { rowsFile: Uint8Array; difference: RowDifference | null },
  current: TemplateVersion | undefined,
): Promise<Comparison> {
  const last = current ? guarded(current) : null;
  const base = current?.id ?? null;
  const { difference } = file;
  if (!kind.stockoutSource) {
    const guards = guardFile(file, last);
    // A file that was cut off is asked about already.
    const asksAboutGone = kind.key === 'customers' && !guards.some(({ code }) => code === 'rows');
    if (asksAboutGone && difference) guards.push(...guardGone(difference));
    return { base, difference, list: null, guards };
  }
  await refuseWithoutCatalogue(pool);
  const entries = await shortageEntries(file.rowsFile);
  const heldAgainst = await revisionsNow(pool);
  const [history, products] = await Promise.all([newestHistory(pool, engine), knownProducts(pool, engine)]);
  const list = listOf(entries, { source: kind.stockoutSource, date: file.date }, products, history);
  const examined = examineList(history, list);
  const guards = [...examined.guards, ...guardFile(file, last, ['older', 'rows', 'matched'])];
  return { base, difference, list: examined.list, guards, heldAgainst };
}

/** What a list is held against: its Pharmacodes are of the catalogue, and what it changes is of the stock-outs known. */
async function revisionsNow(db: Queryable): Promise<string> {
  const { catalogue, stockouts } = await readRevisions(db);
  return `${catalogue} ${stockouts}`;
}

/**
 * Compares a version that nobody uses yet anew where another one counts by now than when it was checked, or, of a list, where
 * another catalogue or other stock-outs do.
 */
export async function upToDate(
  parts: Parts,
  kind: TemplateFileKind,
  version: TemplateVersion,
  current: TemplateVersion | undefined,
): Promise<TemplateVersion> {
  const { pool } = parts;
  const { comparison } = version.report;
  if (version.usedAt !== null) return version;
  const isBase = comparison.base === (current?.id ?? null);
  if (isBase && (!kind.stockoutSource || comparison.heldAgainst === (await revisionsNow(pool))))
    return version;
  const report = { ...version.report };
  const rowsFile = await storedRows(pool, version.id);
  if (rowsFile) {
    const before = current && !isBase ? await storedRows(pool, current.id) : null;
    const compared = before && (await compareRows(sourceKeyOf(kind), rowsFile, before));
    const difference = isBase ? comparison.difference : compared;
    const file = { ...guarded(version), rowsFile, difference };
    report.comparison = await compareFile(parts, kind, file, current);
  } else report.comparison = { ...comparison, base: current?.id ?? null };
  await updateReport(pool, version.id, report);
  return { ...version, report };
}

function guarded({ date, rows, report }: TemplateVersion): GuardedFile {
  return { date, rows, columns: report.columns, matched: report.matched };
}

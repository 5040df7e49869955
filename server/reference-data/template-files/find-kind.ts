import type { Queryable } from '../../platform/database/query.ts';
import { findStockoutSource, listStockoutSources } from '../stockout-sources/stockout-source-queries.ts';
import {
  NAMED_KIND,
  namedKind,
  namedNumber,
  type TemplateFileKind,
  templateFileKind,
  templateFileKinds,
} from './kinds.ts';

/** The kind of a key, of a named source too, ended or not; undefined where there is none. */
export async function findKind(db: Queryable, key: string): Promise<TemplateFileKind | undefined> {
  const number = namedNumber(key);
  if (number === undefined) return templateFileKind(key);
  const source = await findStockoutSource(db, number);
  return source && namedKind(source);
}

/** Every template file that can be replaced, in the order of the page: named sources behind the fixed one of their kind. */
export async function allKinds(db: Queryable): Promise<TemplateFileKind[]> {
  const sources = await listStockoutSources(db);
  const named = sources.filter(({ endedOn }) => endedOn === null).map(namedKind);
  return templateFileKinds.flatMap((kind) => (kind.key === NAMED_KIND ? [kind, ...named] : [kind]));
}

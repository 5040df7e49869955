import { parse } from 'node:querystring';
import { invalidInput } from '../../platform/errors.ts';

/** Node's parser leaves out what comes after these. */
const MOST_PAIRS = 1000;

/** The parameters of a query string. Throws AppError 400 when there are more than it would be read with. */
export function parseQuery(query: string): Record<string, string | string[] | undefined> {
  if (query.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) {
    throw invalidInput([{ path: [], message: `more than ${MOST_PAIRS} parameters` }]);
  }
  return { ...parse(query) };
}

import { checksum } from '../../checksum.ts';
import { arrowCells } from '../answer.ts';

/** What a rival answered, in the columns in which it agrees with us. */
export type RivalRows = { rows: number; checksum: string; columns: readonly string[] };

/** Holds a rival's answer against our Arrow stream: gives the checksum of both. Throws where rows or cells differ. */
export function heldEqual(rival: string, question: string, answer: RivalRows, stream: Uint8Array): string {
  const cells = arrowCells(stream, answer.columns);
  if (answer.rows !== cells.length) {
    throw new Error(`${rival} answers ${question} with ${answer.rows} rows, we with ${cells.length}.`);
  }
  const expected = checksum(cells);
  if (answer.checksum !== expected) throw new Error(`${rival} answers ${question} otherwise than we do.`);
  return expected;
}

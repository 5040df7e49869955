import { folded } from './source-words.ts';

/** Month names from January, folded, in four languages; abbreviations match by prefix. */
const MONTHS = [
  'januar janner janvier gennaio january',
  'februar fevrier febbraio february',
  'marz maerz mrz mars marzo march',
  'april avril aprile',
  'mai maggio may',
  'juni juin giugno june',
  'juli juillet luglio july',
  'august aout agosto',
  'september septembre settembre',
  'oktober octobre ottobre october',
  'november novembre',
  'dezember decembre dicembre december',
].map((names) => names.split(' '));

/** The month of a name or three-letter abbreviation; undefined for none, and for the ambiguous "jui". */
export function monthNamed(word: string): number | undefined {
  const start = folded(word);
  const fitting = MONTHS.flatMap((names, at) =>
    names.some((name) => name.startsWith(start)) ? [at + 1] : [],
  );
  return start.length >= 3 && fitting.length === 1 ? fitting[0] : undefined;
}

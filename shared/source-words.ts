/**
 * What lists of stock-outs say in fixed words, in place of a day of delivery or beside it, in any of our languages. Pages
 * and files say it in the reader's; whatever else a source writes stays as it came.
 */
const words = {
  undetermined: [
    'unbestimmt',
    'noch unbestimmt',
    'indéterminé',
    'à définir',
    'da definire',
    'indeterminato',
    'undetermined',
    'to be defined',
  ],
  indefinite: ['fehlt auf unbestimmte zeit', 'auf unbestimmte zeit'],
  onRequest: ['auf anfrage', 'sur demande', 'su richiesta', 'on request'],
  // drugshortage.ch: its status with its number.
  noDeliveries: ['1 aktuell keine lieferungen', 'aktuell keine lieferungen'],
  expected: ['erwartet', 'attendu', 'atteso', 'expected'],
  discontinued: ['ausser handel', 'außer handel', 'hors commerce', 'fuori commercio', 'discontinued'],
  rationed: ['kontingentiert', 'contingenté', 'contingentato', 'rationed'],
} as const;

export type SourceWord = keyof typeof words;
export const sourceWords = Object.keys(words) as SourceWord[];

const meanings = new Map(sourceWords.flatMap((word) => words[word].map((text) => [text as string, word])));

/** What a text of a source means, where it is one of these; null: it is to be shown as it is. */
export function sourceWord(text: string): SourceWord | null {
  return meanings.get(text.trim().toLowerCase().normalize('NFC')) ?? null;
}

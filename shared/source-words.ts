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
    // engpassradar, in place of a day.
    'offen',
  ],
  indefinite: [
    'fehlt auf unbestimmte zeit',
    'auf unbestimmte zeit',
    'pour une durée indéterminée',
    'durée indéterminée',
    'a tempo indeterminato',
    // What the reader of wholesalers' lists makes of it.
    'indefinite',
  ],
  onRequest: ['auf anfrage', 'sur demande', 'su richiesta', 'on request'],
  // drugshortage.ch: its states 1 and 9; what it calls those between is not known to us.
  noDeliveries: ['aktuell keine lieferungen'],
  over: ['abgeschlossen', 'terminé', 'concluso'],
  expected: ['erwartet', 'attendu', 'atteso', 'expected'],
  discontinued: ['ausser handel', 'außer handel', 'hors commerce', 'fuori commercio', 'discontinued'],
  rationed: ['kontingentiert', 'contingenté', 'contingentato', 'rationed'],
} as const;

export type SourceWord = keyof typeof words;
export const sourceWords = Object.keys(words) as SourceWord[];

const meanings = new Map(sourceWords.flatMap((word) => words[word].map((text) => [text as string, word])));

/** What a text of a source means, where it is one of these; null: it is to be shown as it is. */
export function sourceWord(text: string): SourceWord | null {
  // The number of a state stands before it, or not.
  const bare = text.trim().replace(/^\d\s+/, '');
  return meanings.get(bare.toLowerCase().normalize('NFC')) ?? null;
}

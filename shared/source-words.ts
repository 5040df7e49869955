/**
 * Fixed words in lists of stock-outs, in place of a delivery day or beside it, in any of our languages: regular
 * expressions of whole cells. They are shown in the reader's language; other text of a source is unchanged. "nicht
 * lieferbar" is not "lieferbar", because whole cells are matched.
 */
const words = {
  undetermined: [
    '(noch )?(unbestimmt|unbekannt|offen)',
    'kein (liefer)?termin( bekannt)?',
    'keine angaben?',
    '(date )?(indéterminée?|inconnu(e|s)?)',
    'à définir',
    'pas de date',
    'da definire',
    '(data )?(indeterminat[oa]|sconosciut[oa])',
    'nessuna data',
    '(date )?(undetermined|unknown)',
    'to be (defined|determined|announced|confirmed)',
    'tb[acd]',
    'n/a',
  ],
  indefinite: [
    '(fehlt )?auf unbestimmte zeit',
    'bis auf weiteres',
    '(pour une )?durée indéterminée',
    "jusqu'à nouvel (ordre|avis)",
    'a tempo indeterminato',
    'fino a nuovo avviso',
    // The form that the reader of wholesalers' lists produces.
    'indefinite(ly)?',
    'until further notice',
  ],
  onRequest: ['auf anfrage', 'sur demande', 'su richiesta', '(up)?on request'],
  // drugshortage.ch: its states 1 and 9; those between are unknown to us.
  noDeliveries: [
    '((aktuell|derzeit|momentan|zur ?zeit|vorübergehend|temporär) )*(keine lieferung(en)?|(noch )?nicht (lieferbar|lieferfähig|verfügbar|erhältlich|vorrätig|a[bnm] lager|auf lager))',
    'fehlt|vergriffen|ausverkauft|(liefer)?engpass',
    '((actuellement|temporairement|momentanément) )*(aucune livraison|(non|pas) (disponible|livrable)s?|indisponibles?|(en )?rupture( de stock)?|manque)( actuellement)?',
    '((attualmente|temporaneamente|al momento) )*(nessuna (consegna|fornitura)|non (disponibil[ei]|fornibil[ei]|consegnabil[ei])|indisponibil[ei]|esaurit[oaie]|mancante)',
    '((currently|temporarily) )*(no deliver(y|ies)|(not|un)[ -]?available|not (deliverable|in stock)|out of stock)',
  ],
  limited: [
    '(eingeschränkt|beschränkt|teilweise|begrenzt)( (lieferbar|verfügbar))?',
    'teillieferung(en)?',
    'livraisons? partielles?',
    '(partiellement|disponibilité) (disponible|livrable|limitée)s?',
    'forniture? parzial[ei]',
    'disponibilità limitata',
    'parzialmente (disponibile|fornibile)',
    '(limited|partial(ly)?) (availability|available|deliver(y|ies)|supply)',
  ],
  available: [
    '((artikel|produkt|ist|wieder|ab sofort|sofort|jetzt|nun|aktuell|normal|voll|vollständig|uneingeschränkt) )*(lieferbar|lieferfähig|verfügbar|erhältlich|vorrätig|lagernd|a[bnm] lager|auf lager)( (wieder|ab sofort|ab lager|lieferbar|verfügbar))?',
    '((article|produit|est|à nouveau|de nouveau|actuellement|immédiatement) )*(disponibles?|livrables?|(de retour )?en stock)( (à nouveau|de nouveau|immédiatement|de suite|en stock))?',
    '((articolo|prodotto|è|di nuovo|nuovamente|subito|attualmente) )*(disponibil[ei]|fornibil[ei]|consegnabil[ei]|(in|a) magazzino)( (di nuovo|nuovamente|subito|da subito|in magazzino))?',
    '((item|product|is|now|again|fully|currently|back) )*(available|deliverable|[io]n stock)( (again|now|immediately))?',
  ],
  over: [
    '((der )?(liefer|versorgungs)?(engpass|unterbruch|ausstand) )?((ist|wurde) )?(abgeschlossen|beendet|behoben|aufgehoben|erledigt|gelöst)',
    "((la )?(rupture|pénurie)( de stock| d'approvisionnement)? )?(est )?(terminé|résolu|clos|clôturé|levé)(e|s|es)?",
    '((la )?(carenza|rottura( di stock)?) )?(è )?(conclus|terminat|risolt|chius)[oaie]',
    '((the )?(supply )?(shortage|outage|disruption) )?((is|was|has been) )?(resolved|closed|ended|completed|over)',
  ],
  expected: ['erwartet', 'attendu(e|s|es)?', 'attes[oaie]', 'expected'],
  discontinued: ['au(ss|ß)er handel', 'hors commerce', 'fuori commercio', 'discontinued'],
  rationed: ['kontingentiert', 'contingentée?s?', 'contingentat[oaie]', 'rationed'],
} as const;

export type SourceWord = keyof typeof words;
export const sourceWords = Object.keys(words) as SourceWord[];

const meanings = sourceWords.map((word) => ({
  word,
  expression: new RegExp(`^(${words[word].map(folded).join('|')})$`),
}));

/** Longer text is no fixed word. */
const LONGEST = 80;

/** The meaning of a source's text; null: unknown, to be shown as it is. */
export function sourceWord(text: string): SourceWord | null {
  if (text.length > LONGEST) return null;
  const bare = folded(withoutState(text)).replace(/[.!]+$/, '');
  return meanings.find(({ expression }) => expression.test(bare))?.word ?? null;
}

/** A status without the number of its state. */
export function withoutState(text: string): string {
  return text.trim().replace(/^\d(?:\s*[-–:)]|\.(?!\d))?\s+/u, '');
}

/** Lower case without accents, single blanks; umlauts equal their two-letter forms. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[’`´]/g, "'")
    .replace(/([aou])e/g, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

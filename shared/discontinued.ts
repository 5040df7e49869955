/**
 * Words in German, French, Italian or English for a discontinued product: case-insensitive regular expressions valid in
 * JavaScript and DuckDB (RE2); listed in docs/reference-data.md.
 */
const words = [
  // German
  'au(ss|ß)er handel',
  '^a\\. ?h\\.?$',
  'nicht mehr im handel',
  'aus dem handel (genommen|gezogen)',
  'vertrieb (wurde |wird |ist )?(definitiv |endgültig |dauerhaft )?eingestellt',
  '(vertriebseinstellung|einstellung des vertriebs)',
  '(produkt|produktion|herstellung) (definitiv|endgültig|dauerhaft) eingestellt',
  'wird nicht mehr (hergestellt|produziert|vertrieben)',
  'vom markt (genommen|zurückgezogen)',
  'marktrückzug',
  // French
  'hors[ -]commerce',
  '(retirée?s?|retrait) du (marché|commerce)',
  '(arrêt|fin|cessation) (définiti(f|ve) )?de (la )?(commercialisation|distribution)',
  '(commercialisation|distribution) (définitivement )?(arrêtée|cessée)',
  '(plus|pas) commercialisée?s?',
  // Italian
  'fuori commercio',
  '(ritirat[aeio]|ritiro) dal (mercato|commercio)',
  '(commercializzazione|distribuzione|vendita) (definitivamente )?cessata',
  '(cessata|cessazione della) (commercializzazione|distribuzione|vendita)',
  'non più (commercializzat[aeio]|in commercio)',
  // English
  'discontinued',
  'discontinuation',
  'withdrawn from (the )?(market|sale)',
  'off the market',
  'no longer (marketed|manufactured|produced|on the market)',
];

/** Words that negate it: temporarily, or not at all. */
const except = [
  'vorübergehend',
  'temporär',
  'momentan',
  'temporair',
  'provisoire',
  'temporane',
  'provvisori',
  'temporar',
  '(nicht|not|pas|non) (au(ss|ß)er handel|hors[ -]commerce|fuori commercio|discontinued)',
];

/** Patterns for SQL: a text that matches the first and not the second marks a discontinued product. */
export const discontinuedPatterns = { discontinued: words.join('|'), notDiscontinued: except.join('|') };

const discontinued = new RegExp(discontinuedPatterns.discontinued, 'iu');
const notDiscontinued = new RegExp(discontinuedPatterns.notDiscontinued, 'iu');

/** Whether an episode's status, or its words in place of a delivery day, mean discontinued. */
export function isDiscontinued(episode: { status: string; expected_delivery: string }): boolean {
  return [episode.status, episode.expected_delivery].some(
    (text) => discontinued.test(text) && !notDiscontinued.test(text),
  );
}

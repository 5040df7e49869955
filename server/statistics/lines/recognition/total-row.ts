import { fold } from './fold.ts';

const TOTAL =
  /^((sub|sous|zwischen|gesamt|grand|general|jahres|monats)? ?(total|totale|totali|totaux|totals|summe|summen|somme|somma)|gesamt|gesamttotal|gesamtsumme|gesamtergebnis|ergebnis gesamt|endsumme|zwischensumme|zwischentotal|subtotal|subtotale|sous total|total general|totale generale|somme totale|summe total)( .*)?$/;
const LONGEST = 60;
/** Every label has one of these; asked first, because a million rows may have to be asked. */
const STEM = /tota|summe|somm|gesamt/i;

/** True for the label of a row that sums up others: "Total", "Gesamttotal CHF", "Totaux", "Totale generale". */
export function isTotalLabel(text: string): boolean {
  return text.length <= LONGEST && STEM.test(text) && TOTAL.test(fold(text));
}

import type { ColumnField } from '#shared/read-report.ts';
import { fold } from './fold.ts';

/** Named in the message when no heading was found. */
export const IDENTIFIER_HEADINGS =
  'GTIN, EAN, Code EAN, EAN-Code, Pharmacode, PhCode, Code pharma, Codice pharma';
export const QUANTITY_HEADINGS = 'Menge, Anzahl, Packungen, Quantité, Qté, Quantità, Qtà, Quantity, Qty';

/** Delivered or bought counts before what does not say, that before invoiced, that before ordered. */
export type QuantityKind = 'delivered' | 'plain' | 'invoiced' | 'ordered';

/** `score` compares headings of the same field; higher is better. Of quantities `rank` leaves out how much else they say. */
export type HeadingMatch = { field: ColumnField; score: number; kind?: QuantityKind; rank?: number };

const LONGEST_WORDS = 10;
const KIND_SCORE: Record<QuantityKind, number> = { delivered: 3000, plain: 2000, invoiced: 1000, ordered: 0 };

const PARTNER =
  /\b(lieferant\w*|kunden?\w*|filial\w*|gln|fournisseur\w*|clients?|clienti?|cliente|fornitor\w*|supplier\w*|customer\w*|vendor\w*|apotheken?\w*)\b/;

/** Codes of what could be bought instead: a row's quantity is not theirs. */
const INSTEAD =
  /\b(alternativ\w*|ersatz\w*|ersetz\w*|vorschlag\w*|nachfolg\w*|substitut\w*|remplac\w*|propos\w*|sostitu\w*|replac\w*|suggest\w*)\b/;

const GTIN_WORD =
  /\b(artikel|article|produkt|product|pack\w*)?(gtin|ean)(code|nr|nummer|13|14|8)?\b|\bglobal trade item numbers?\b/;
const BARCODE = /\b(barcode|strichcode|strichkode|code (a )?barres?|codice (a )?barre)\b/;

const PHARMACODE =
  /\b(pharma?(codes?|kodes?)|ph ?ar? ?codes?|phcodes?|ph code|pharma? (code|kode|nr|no|nummer|numero)|pharma(nr|nummer|codenr|codenummer)|pharmazentralnummer|pharma zentralnummer|pzn|phznr|p code|phc|codes? (pharma\w*|phar|ph)|codic[ei] (pharma\w*|farma\w*)|(no|nr|numero) pharma\w*)\b/;

const QUANTITY_WORD =
  /\b(mengen?|quantit(e|es|y|ies|a|at|aet|aeten|aten)|quant|qte|qtes|qta|qty|qtty|q t[aey]|stue?ckzahl)\b/;

/** Of packs too, but where a column called Menge stands beside it, that is the one. */
const NUMBER_WORD = /\b(anzahl|anz)\b/;

/** Of packs where nothing else in the file is: OP beside a quantity may be how much is in a pack, Verbrauch a value. */
const QUANTITY_IF_NONE = /^(op|originalpackung(en)?|verbrauch|consommation|consumo)( 20\d\d)?$/;

/** Returns are still in it, which what is bought has not. */
const BEFORE_RETURNS = /\b(brutto\w*|brut(e|s|es)?|lord[oaie]|gross)\b/;

/** May be of something else: Staffelmenge. */
const COMPOUND_QUANTITY = /\w(mengen?|anzahl|stue?ckzahl)\b/;

const PACKS =
  /\b(packungen|packs|packages|pkgs?|pck|pckg|boites|emballages|conditionnements|confezioni|imballaggi)\b/;

const WEAK_QUANTITY =
  /\b(stuck|stueck|stk|pezzi|pz|pieces|pces|pcs|units|unites|einheiten|absatz|bezuge?|nombre|nb|nbre|colli)\b/;

/** Or bought: what was sold may stand beside it. “Anz. Lief.” may be a number of deliveries. */
const DELIVERED =
  /\b(gel|(?<!\banz(ahl)? )lief|gelief\w*|(aus)?liefer(menge|ung|ungen|t)?\w*|ausgelief\w*|liv|livr\w*|consegn\w*|fornit[oaie]|deliver\w*|shipped|expedie\w*|bezug\w*|bezog\w*|recue?s?|ricevut\w*|received|erhalten\w*|(ein)?gekauft\w*|einkaufe?|einkaufsmengen?|ek|achats?|achete\w*|acquist\w*|purchase[ds]?|bought)\b/;
const DELIVERED_ALONE = /^(geliefert|ausgeliefert|livree?s?|consegnat[oaie]|delivered|shipped)$/;
/** Or paid: free goods are in neither. */
const INVOICED =
  /\b(\w*faktur\w*|\w*verrechn\w*|berechn\w*|fakt|verr|fact|fatt|factur\w*|fattur\w*|invoic\w*|billed|bezahlt\w*|paye{1,2}s?|payantes?|pagat[oaie]|paid)\b/;
const INVOICED_ALONE = /^(fakturiert|verrechnet|facturee?s?|fatturat[oaie]|invoiced)$/;
const ORDERED = /\b(best|bestell\w*|cdee?s?|cmde?e?s?|command\w*|ordinat\w*|ord|ordered|order|auftrag\w*)\b/;

const NOT_A_QUANTITY =
  /\b(min\w*|max\w*|pro|par|per|je|preis\w*|prix|prezz\w*|price\w*|wert\w*|valeur\w*|valor\w*|value\w*|mengeneinheit\w*|mesure|misura|\w*rabatt\w*|rabais|sconto|discount|gratis\w*|gratuit\w*|natural\w*|bonus|vorjahr\w*|precedente?s?|previous|lager\w*|stocks?|\w*bestand\w*|magazzino|invent[au]\w*|retour\w*|(zu)?ruck\w*|rueck\w*|resi|returns?|gutschrift\w*|avoirs?|accredit\w*|credit\w*|inhalt\w*|pack(ungs)?mengen?|contenu\w*|contenut\w*|content|\w*grosse\w*|\w*groesse\w*|taille|size|dimension\w*|offene?r?|rest\w*|dos[ei]s?|chf|fr|sfr|betrag\w*|montant\w*|importo|umsatz\w*|kosten|marge\w*|prozent|rang|rank\w*|rango|code|nr|nummer|\w*datum|date|data|(?<!\b\d\d? (letzten? |derniers |ultimi )?)(monate?|mois|mesi)(?! \d))\b/;

/** What a quantity is set beside: what did not come, that of another period, a difference, a share, an average, a plan. */
const SET_BESIDE =
  /\b(nicht|non|not|undelivered|\w*fehlmengen?|\w*storn\w*|annul\w*|cancel\w*|reserv\w*|riservat\w*|nachliefer\w*|ausstehend\w*|ausstand\w*|manquant\w*|mancant\w*|missing|back ?order\w*|vj|vorjahr\w*|vorperiode\w*|(?<!\b\d\d? )(letzt\w*|derni\w*|ultim\w*|last)(?! \d)|precedente?s?|prec|scors[oa]|previous|prior|ly|n 1|differen\w*|diff|delta|abw|abweich\w*|verander\w*|veraender\w*|ecart\w*|variation\w*|variazion\w*|evolution\w*|scostament\w*|change|var|varian\w*|standardabw\w*|stabw\w*|deviation\w*|deviazion\w*|std ?dev\w*|kum|kumul\w*|cum|cumul\w*|ytd|aufgelaufen\w*|progressiv\w*|anteil\w*|share|quota|prozent\w*|percent\w*|pourcent\w*|durchschnitt\w*|schnitt|mittel|mittelwert\w*|moyenne?s?|median\w*|medi[ao]|average|avg|mean|(produ[kc]t|produit|prodotto) (von|of|de|di)|budget\w*|plan\w*|prognos\w*|forecast\w*|prevu\w*|previs\w*|\w*vorschlag\w*|propos\w*|suggest\w*|soll\w*|ziel\w*|target|objectif\w*|obiettiv\w*|bedarf\w*|besoin\w*|reliquat\w*|residu\w*|index|(laufende?|running|rolling) (summe|total|sum))\b/;

/** Signs of the same, which folding drops. */
const SIGNS_BESIDE = /(?<!\d\s?)[%‰]|[ØøΔ∆±]/;

/** A stroke before one pack says of how much is in it. */
const PER_PACK =
  /\/\s*(packung|pack|pkg|pck|pckg|vp?e|op|karton|bo[iî]te|emb|emballage|conf|confezione|scatola)\.?\s*$/i;

/** What is in a pack. */
const CONTENTS =
  /\b(tabl|tbl|tabletten?|tablets?|kaps|kapseln?|dragees?|pillen|pills?|pilules?|pillol[ae]|sachets?|bustin[ae]|suppo\w*|zapfchen|einzeldos\w*|amp|ampullen?|ampoules?|comprimes?|cpr|gelules?|capsul[ae]s?|compress[ae]|fial[ae]|ddd|in (der )?(packung|pack|vp?e|op|karton))\b/;

/** What holds packs, or is measured otherwise. */
const OTHER_UNIT =
  /\b(kart|kar|ktn|\w*kartons?|cartons?|carton[ei]|palett\w*|pallets?|gebinde\w*|kisten?|caisses?|cass[ae]|kg|gramm|mg|ml|liter|litres?|litri)\b/;

/** What a quantity is to be multiplied by: (in 1000), in Tsd., x 10; not (12 Monate) or in 2025. */
const FACTOR =
  /(?:\b(?:in|en|zu|à)|[/x×*])\s*1(?:0{1,2}|['’. ]?0{3}(?:['’. ]?0{3})?)(?![\d'’]|\s*(?:monat|mois|mes[ei]|month|tag|jour|giorn|day|woche|semaine|settiman|week))|['’]000\b|\(000\)|[x×*]\s*\d+\s*[)\]]|\b(?:tsd|t(?:ausend|housand)\w*|milliers?|migliaia|mio|m[ie]ll?ion\w*|hundert\w*|hundreds?|centaines?|centinaia|dutzend|douzaines?|dozzin[ae]|dozens?|10{1,3}er)\b/i;

/** What brackets behind a word for packs say where it means something else; not that such was added or left out. */
const ELSE_IN_BRACKETS =
  /^(?!(ohne|exkl|excl|inkl|incl|mit|sans|avec|hors|y compris|senza|con|esclus|without|with|abz))(.* )?(chf|fr|sfr|\w*wert\w*|\w*betrag\w*|umsatz\w*|\w*preis\w*|montant\w*|valeurs?|prix|importo|valore|prezz\w*|values?|prices?|amount|retour\w*|returns?|resi|gratis\w*|gratuit\w*|natural\w*|bonus|\w*rabatt\w*|rabais|sconto|discount|lager\w*|stocks?|\w*bestand\w*|ruck\w*|rueck\w*|offene?r?)\b/;

/** How many deliveries, prescriptions, customers or days there were says nothing of packs. */
const COUNTED_EVENTS =
  /\b(anz(ahl)?|nombre|nb|nbre|numero|number|count)( (de|d|di|of|der|von))? (\w*lieferung(en)?|rezepte?|verordnung(en)?|patient(en)?|\w*belege?|tage?|wochen?|jahre?|\w*bestellung(en)?|auftrage?|auftraege|rechnung(en)?|faktur(en)?|position(en|s)?|\w*zeilen?|\w*bezuge?|kunden?|apotheken?|ordonnances?|patients?|jours?|semaines?|livraisons?|commandes?|factures?|lignes?|clients?|pharmacies?|\w*kaufe|verkaeufe|einkaeufe|transa[kc]tion(en|s)?|buchung(en)?|lieferscheine?|achats?|ventes?|acquisti|vendite|purchases|sales|ricett[ae]|pazient[ei]|giorn[oi]|settiman[ae]|consegn[ae]|fornitur[ae]|ordin[ei]|fattur[ae]|righe|clienti|farmacie|prescriptions?|days?|weeks?|years?|deliver(y|ies)|shipments?|orders?|invoices?|lines?|customers?)\b/;

/** How often a quantity is there, as pivot tables count it: Anzahl von Menge, Nombre de Quantité, Count - Qty. */
const COUNTED_QUANTITY =
  /\b(anz(ahl)?( \w+)? von|count( \w+)? of|conteggio|distinct|eindeutig\w*|unterschiedlich\w*|verschieden\w*)\b|\b(anzahl|anz|nombre|nb|nbre|nbval|numero|number|count)( (zahlen|nombres|numeri|numbers))? (d|de|di|of|der|des|della|delle) (la |l )?(mengen?|\w+mengen?|nombre|nb|nbre|quantit\w+|qtes?|qta|qty|anzahl)\b/;
const COUNTED_BY_OFFICE = /^\s*(anzahl|count|nombre|conteggio|numero)\s+-\s/i;

/** What sums up columns of the same kind. */
const SUM_WORD =
  /\b(total|totale|totali|totales|totals|totaux|gesamt|gesamte|gesamter|insgesamt|summen?|somm[ae]|sum|gesamtsumme|gesamtergebnis|ergebnis|gesamttotal|jahres|jahrestotal|jahressumme|annuelle?|annual[ei]?|annu[ao]|yearly|all|alle|aller|tous|toutes|tutt[ei]|overall|grand|general|generale|complessiv[oa])\b/g;

const EX_FACTORY =
  /\b(fap|exf|pexf|ex factory\w*|exfactory\w*|\w*fabrikabgabe\w*|fabrikpreis\w*|prix (de )?fabrique|prix (d )?usine|prezz[oi] (di )?fabbrica|pex|pef|efp|ef preis|factory price)\b/;

const PUBLIC =
  /\b(publikum\w*|publi[ck]preis\w*|ppub|pp|prix (de vente )?(au )?publi[cq]\w*|prezz[oi] (al )?pubblico|public price|retail price|vkp|pvp)\b/;

const NOT_A_PRICE =
  /\b(total\w*|wert\w*|umsatz|summe|valeur|valore|value|montant|importo|amount|menge|quantit\w*)\b/;

const STRONG_MANUFACTURER =
  /\b(hersteller\w*|fabricants?|fabbricant[ei]|produttor[ei]|manufacturer\w*|producers?|produzent\w*|producteurs?)\b/;

const WEAK_MANUFACTURER =
  /\b(firm[ae]n?|zulassungsinhaber\w*|titulaire\w*|titolare\w*|lieferant\w*|fournisseur\w*|fornitor\w*|supplier\w*|vendor\w*|company|anbieter\w*|marke|marque|brand)\b/;

const STRONG_DESCRIPTION =
  /\b(\w*bezeichnung\w*|designations?|descriptions?|descrizion[ei]|denominazion[ei]|denominations?|libelle\w*|\w*beschreibung\w*|artikeltext\w*|(artikel|produkte?|product|praparate?)namen?|praparate?|praeparate?|medikament\w*|medicaments?|medicamento|farmaco|arzneimittel)\b/;

const WEAK_DESCRIPTION =
  /\b(artikel|articles?|articol[oi]|produkte?|produits?|prodott[oi]|products?|items?|names?|noms?|nome|text)\b/;

const A_NUMBER =
  /\b(nr|nummer|no|num|numero|number|ean|gtin|code|codes|kode|codice|id|gln|ref\w*|gruppe|groupe|group|gruppo|typ|type|tipo|status|kategorie|categorie)\b/;

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g;

/** Which column a heading announces, in German, French, Italian or English or several of them; undefined if none. */
export function matchHeading(heading: string): HeadingMatch | undefined {
  if (heading.length > 200) return undefined;
  const full = foldHeading(heading);
  const match = matchFolded(full);
  if (match?.field === 'quantity' && isSetBeside(heading)) return undefined;
  if (match) return match;
  const withoutBrackets = foldHeading(heading.replace(BRACKETS, ' '));
  const inner = withoutBrackets === full ? undefined : matchFolded(withoutBrackets);
  if (inner?.field !== 'quantity') return inner;
  const isElse = heading.match(BRACKETS)!.some((each) => ELSE_IN_BRACKETS.test(fold(each)));
  return isElse || isSetBeside(heading) ? undefined : inner;
}

/** Likewise, where no heading of a file announces packs otherwise. */
export function matchUncertain(heading: string): HeadingMatch | undefined {
  const match = matchHeading(heading);
  const text = fold(heading);
  if (match || !QUANTITY_IF_NONE.test(text) || isSetBeside(heading)) return match;
  const rank = text.startsWith('o') ? 0 : 10;
  return { field: 'quantity', score: rank, rank, kind: 'plain' };
}

/** Why a heading of a quantity is none of packs: what it counts or by what it is divided; undefined for every other heading. */
export function notOfPacks(heading: string): 'contents' | 'factor' | undefined {
  if (heading.length > 200 || matchHeading(heading)) return undefined;
  const text = foldHeading(heading.replace(PER_PACK, ' ').replace(BRACKETS, ' '));
  if (matchFolded(text.replace(new RegExp(CONTENTS, 'g'), ' ').trim())?.field !== 'quantity')
    return undefined;
  if (FACTOR.test(heading)) return 'factor';
  return PER_PACK.test(heading) || isOtherUnit(fold(heading)) ? 'contents' : undefined;
}

/** Whether a heading says that it sums up others. */
export function saysTotal(heading: string): boolean {
  return foldHeading(heading).replace(SUM_WORD, '') !== foldHeading(heading);
}

/** The words of a heading without those that say that it sums up. */
export function wordsBesideTotal(heading: string): string[] {
  return foldHeading(heading).replace(SUM_WORD, ' ').split(' ').filter(Boolean);
}

/** Gesamtmenge and Jahresbezug as what they are called besides. */
function foldHeading(heading: string): string {
  return fold(heading).replace(
    /\b(gesamt|total|jahres)(?=mengen?|anzahl|st(u|ue)ck|liefer|bezug|bezuge|bestell|packung|verbrauch|einkauf|absatz|faktur)/g,
    '$1 ',
  );
}

function isOtherUnit(text: string): boolean {
  return CONTENTS.test(text) || OTHER_UNIT.test(text);
}

/** Of the whole heading: brackets may say it. */
function isSetBeside(heading: string): boolean {
  const text = fold(heading);
  const isSign = SIGNS_BESIDE.test(heading) || PER_PACK.test(heading) || FACTOR.test(heading);
  return isSign || SET_BESIDE.test(text) || isOtherUnit(text) || COUNTED_BY_OFFICE.test(heading);
}

function matchFolded(text: string): HeadingMatch | undefined {
  const words = text.split(' ').length;
  if (text === '' || words > LONGEST_WORDS) return undefined;
  return identifier(text, words) ?? quantity(text, words) ?? price(text, words) ?? naming(text, words);
}

function identifier(text: string, words: number): HeadingMatch | undefined {
  if (PARTNER.test(text) || INSTEAD.test(text)) return undefined;
  if (GTIN_WORD.test(text)) {
    return { field: 'gtin', score: (text.includes('gtin') ? 120 : 110) - words };
  }
  if (PHARMACODE.test(text)) return { field: 'pharmacode', score: 100 - words };
  if (BARCODE.test(text)) return { field: 'gtin', score: 80 - words };
  return undefined;
}

function quantity(text: string, words: number): HeadingMatch | undefined {
  if (
    NOT_A_QUANTITY.test(text) ||
    COUNTED_EVENTS.test(text) ||
    COUNTED_QUANTITY.test(text) ||
    /\blieferant|\bfournisseur|\bfornitor/.test(text)
  )
    return undefined;
  if (DELIVERED_ALONE.test(text))
    return { field: 'quantity', ...ranked(KIND_SCORE.delivered + 10), kind: 'delivered' };
  if (INVOICED_ALONE.test(text))
    return { field: 'quantity', ...ranked(KIND_SCORE.invoiced + 10), kind: 'invoiced' };
  const word = quantityWord(text);
  const packs = PACKS.test(text);
  if (!word && !packs && !WEAK_QUANTITY.test(text)) return undefined;
  const kind = quantityKind(text);
  const less = BEFORE_RETURNS.test(text) ? 20 : 0;
  return {
    field: 'quantity',
    ...ranked(KIND_SCORE[kind] + (word || 50) + (packs ? 10 : 0) - less, words),
    kind,
  };
}

function ranked(rank: number, words = 0) {
  return { rank, score: rank - words };
}

function quantityWord(text: string): number {
  if (QUANTITY_WORD.test(text)) return 100;
  if (NUMBER_WORD.test(text)) return 95;
  return COMPOUND_QUANTITY.test(text) ? 75 : 0;
}

function quantityKind(text: string): QuantityKind {
  if (INVOICED.test(text)) return 'invoiced';
  if (ORDERED.test(text)) return 'ordered';
  // A column of purchases beside one of packs may be of their value.
  return DELIVERED.test(text) && !/^bezuge?$/.test(text) ? 'delivered' : 'plain';
}

function price(text: string, words: number): HeadingMatch | undefined {
  if (NOT_A_PRICE.test(text)) return undefined;
  if (EX_FACTORY.test(text)) return { field: 'exFactoryPrice', score: 100 - words };
  if (PUBLIC.test(text)) return { field: 'publicPrice', score: 100 - words };
  return undefined;
}

function naming(text: string, words: number): HeadingMatch | undefined {
  if (A_NUMBER.test(text)) return undefined;
  if (STRONG_MANUFACTURER.test(text)) return { field: 'manufacturer', score: 100 - words };
  if (WEAK_MANUFACTURER.test(text)) return { field: 'manufacturer', score: 50 - words };
  if (STRONG_DESCRIPTION.test(text)) return { field: 'description', score: 100 - words };
  if (WEAK_DESCRIPTION.test(text)) return { field: 'description', score: 50 - words };
  return undefined;
}

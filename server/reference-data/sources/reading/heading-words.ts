import { ownColumns } from '#shared/catalogue-columns.ts';
import type { ColumnField } from '#shared/read-report.ts';
import { fold } from '../../../workbooks/words/fold.ts';
import { matchHeading } from '../../../workbooks/words/headings.ts';
import type { SourceKey } from '../rows.ts';

/** Whether a heading announces a column: by what is left of it once folded, or by all of it. */
type Announces = (folded: string, heading: string) => boolean;

/** A column of a source: how it is called where it is missing, the words it is known by, and whether it has to be there. */
export type HeadedColumn = { name: string; announces: Announces; required: boolean };

/** Columns of a source by our names; an earlier one takes a heading before a later one. */
export type HeadedColumns = Record<string, HeadedColumn>;

/** In two languages, with remarks. */
const LONGEST_HEADING = 300;

/** Sources that come as a table. */
export type TableKey = Exclude<SourceKey, 'bag-sl-fhir'>;

const needed = (name: string, words: RegExp | Announces): HeadedColumn => column(name, words, true);
const wanted = (name: string, words: RegExp | Announces): HeadedColumn => column(name, words, false);

/** As purchase statistics name it, in four languages. */
const usual =
  (field: ColumnField): Announces =>
  (_, heading) =>
    matchHeading(heading)?.field === field;
const gtin = usual('gtin');
const pharmacode = usual('pharmacode');

/** What stands beside a price: the one of before, by how much they differ, or since when it counts. */
const BESIDE_PRICE =
  /\b(alt|alte[rs]?|bisher\w*|vorher\w*|vorig\w*|fruher\w*|vorjahr\w*|anciens?|anciennes?|precedente?s?|vecchi[oa]?|old|previous|differen\w*|diff|veranderung\w*|anderung\w*|aenderung\w*|ecarts?|variation\w*|variazion\w*|change|prozent|percent|pourcent\w*|datum|date|data)\b|\b(ab|seit|des|depuis|dal|since)$/;
const price =
  (field: 'exFactoryPrice' | 'publicPrice'): Announces =>
  (folded, heading) =>
    !BESIDE_PRICE.test(folded) && !heading.includes('%') && usual(field)(folded, heading);

const INSTEAD = /\b(alternativ\w*|ersatz\w*|substitut\w*|rempla\w*|sostitu\w*|angebot\w*)\b/g;
const alternative: Announces = (folded) => {
  const without = folded.replace(INSTEAD, ' ');
  return folded === 'alternativegtin' || (without !== folded && gtin(without, without));
};
const gtinItself: Announces = (folded, heading) => gtin(folded, heading) && !alternative(folded, heading);

/** The words of every source's headings. docs/reference-data.md lists them, and a test compares. */
export const headedColumns: Record<TableKey, HeadedColumns> = {
  'swissmedic-packs': {
    swissmedicNo: needed('Zulassungsnummer', /^(zulassungs ?nummer|numero d autorisation)\b/),
    packCode: needed('Packungscode', /^(packungs ?code|code d emballage)\b/),
    description: needed(
      'Bezeichnung des Arzneimittels',
      /^(bezeichnung des arzneimittels|denomination du medicament)\b/,
    ),
    manufacturer: needed('Zulassungsinhaberin', /^(zulassungsinhaber\w*|titulaire de l autorisation)\b/),
    drugCode: needed('Heilmittelcode', /^(heilmittel ?code|categorie du medicament)\b/),
    atc: needed('ATC-Code', /^(atc ?code|code atc)\b/),
    packSize: needed('Packungsgrösse', /^(packungs ?gross?e|packungs ?groesse|conditionnement)$/),
    unit: needed('Einheit', /^(einheit|unite)$/),
    category: needed(
      'Abgabekategorie Packung',
      /^(abgabekategorie packung|cat\w* de remise du conditionnement)\b/,
    ),
    molecule: needed('Wirkstoff(e)', /^(wirkstoff( ?e)?|principe( s)? actif( s)?|principes actifs)$/),
    genetic: needed(
      'Gentechnisch hergestellte Wirkstoffe',
      /^(gentechnisch\b.*|principes actifs produits par genie\b.*)/,
    ),
  },
  'bag-sl-prices': {
    gtin: needed('GTIN', (folded, heading) => folded === 'g' || gtin(folded, heading)),
    exFactoryPrice: needed('Ex-Factory-Preis', or('e', price('exFactoryPrice'))),
    publicPrice: needed('Publikumspreis', or('p', price('publicPrice'))),
    description: wanted('Bezeichnung', or('n', usual('description'))),
    manufacturer: wanted('Zulassungsinhaberin', or('h', usual('manufacturer'))),
    molecule: wanted(
      'Wirkstoffe',
      /^(s|wirkstoff\w*( e)?|molecul\w*|substan\w*|principes? actifs?|principi? attiv[io]|sostanz[ae])$/,
    ),
  },
  pharmacodes: { pharmacode: needed('Pharmacode', pharmacode), gtin: needed('GTIN', gtin) },
  'own-attributes': {
    ...Object.fromEntries(ownColumns.map((each) => [each, wanted(each, ownWords(each))])),
    gtin: needed('GTIN', gtin),
  },
  portfolio: {
    alternativeGtin: needed('alternativeGTIN', alternative),
    gtin: needed('gtin', gtinItself),
    rank: needed('rank', /^(rank|rang|rango|prioritat|priorite|priorita|priority|reihenfolge)$/),
  },
  exclusives: { gtin: needed('GTIN', gtin) },
  'stockouts-wholesaler': {
    pharmacode: needed('Pharmacode', pharmacode),
    expectedDelivery: needed(
      'Ausstand bis',
      /^(ausstand|fehlt bis|manque jusqu|rupture jusqu|mancante fino|out of stock until)\b/,
    ),
    description: wanted('Artikelname', or('artikelname', usual('description'))),
    supplier: wanted('Lieferant', /^(lieferant|fournisseur|fornitore|supplier)\b/),
    gtin: wanted('GTIN', gtin),
  },
  'stockouts-drugshortage': {
    description: needed('Bezeichnung', /^(bezeichnung|designation|denominazione|descrizione)\b/),
    expectedDelivery: needed(
      'Datum Lieferfähigkeit',
      /^(datum liefer\w*|date (de |d )?\w*(livraison|livrable)\b.*|data (di |della )?(consegna|fornitura)\b.*)/,
    ),
    status: needed('Status', /^(status|statut|stato)$/),
    updatedOn: wanted(
      'letzte Mutation',
      /^(datum )?(letzte|derniere|ultima) (mutation|mutazione|modific\w*)\b/,
    ),
    days: wanted('Tage seit Meldung', /^(tage seit|jours depuis|giorni dalla?)\b/),
    manufacturer: wanted('Firma', /^(firma|entreprise|societe|ditta|azienda)$/),
    gtin: needed('GTIN', gtin),
    pharmacode: wanted('Pharmacode', pharmacode),
    atc: wanted('ATC', /^(atc|atc code|code atc)$/),
  },
  'stockouts-engpassradar': {
    firstSeen: needed(
      'Erstmals gesehen',
      /^(erstmals gesehen|vue? (pour )?la premiere fois|visto (per )?la prima volta|first seen)\b/,
    ),
    expectedDelivery: needed(
      'Lieferbar ab',
      /^(lieferbar ab|livrable (a partir|des)|disponibile da(l)?|available from)\b/,
    ),
    description: needed('Bezeichnung', /^(bezeichnung|designation|denominazione|descrizione)\b/),
    status: needed('Status', /^(status|statut|stato)$/),
    updatedOn: wanted(
      'Letzte Mutation',
      /^(datum )?(letzte|derniere|ultima) (mutation|mutazione|modific\w*)\b/,
    ),
    days: wanted('Tage seit Meldung', /^(tage seit|jours depuis|giorni dalla?)\b/),
    manufacturer: wanted('Firma', /^(firma|entreprise|societe|ditta|azienda)$/),
    gtin: needed('GTIN', gtin),
    pharmacode: wanted('Pharmacode', pharmacode),
    atc: wanted('ATC-Code', /^(atc|atc code|code atc)$/),
  },
  'stockouts-national-supply': {
    description: needed(
      'Produktebezeichnung',
      /^(produkte? ?bezeichnung|designation du produit|denominazione del prodotto)\b/,
    ),
    reportedOn: needed(
      'Eintrittsdatum',
      /^(eintritts? ?datum|date d (entree|apparition)\b.*|data (di )?(entrata|inizio)\b.*)/,
    ),
    expectedDelivery: needed(
      'Voraussichtliche Dauer',
      /^(voraussichtliche dauer|duree prev\w*|durata prev\w*)\b/,
    ),
    comment: wanted('Bemerkungen', /^(bemerkung\w*|remarques?|osservazion[ei])$/),
    publishedOn: wanted(
      'Datum Publikation',
      /^(datum (der )?publikation|publikationsdatum|date (de )?(la )?publication|data (di |della )?pubblicazione)\b/,
    ),
    updatedOn: wanted(
      'Letzte Aktualisierung',
      /^(letzte aktualisierung|derniere (mise a jour|actualisation)|ultimo aggiornamento)\b/,
    ),
    gtin: needed('GTIN', gtin),
    atc: wanted('ATC-Code', /^(atc|atc code|code atc)$/),
  },
  'stockouts-own': {
    gtin: needed('gtin', gtin),
    reportedOn: needed('reportedOn', /^(reportedon|reported on|gemeldet am|meldedatum)$/),
    updatedOn: needed('updatedOn', /^(updatedon|updated on|aktualisiert am)$/),
    expectedDelivery: needed(
      'expectedDelivery',
      /^(expecteddelivery|expected delivery|erwartete lieferung)$/,
    ),
    backInStockOn: needed('backInStockOn', /^(backinstockon|back in stock on|wieder lieferbar am)$/),
    pharmacode: wanted('pharmacode', pharmacode),
    description: wanted('description', usual('description')),
    manufacturer: wanted('company', or('company', usual('manufacturer'))),
    status: wanted('status', /^(status|statut|stato)$/),
    comment: wanted('comment', /^(comment|kommentar|bemerkung\w*|commentaire|commento)$/),
  },
  customers: {
    oneKey: wanted('OneKey', /^(wkpid)?(onekey|one key)( id| nr)?$|^wkp ?id ?one ?key$/),
    parentExternalId: wanted(
      'PrimaryParent_ExternalID',
      /^((primary ?)?parent( ?external)? ?id|hauptkunden? (nr|nummer|id)|n(o|umero)? (du )?client principal|numero cliente principale)$/,
    ),
    externalId: needed(
      'ExternalID',
      /^(external ?id|externe (id|nr|nummer|kundennummer)|kunden ?(nr|nummer|no|id)|customer ?(id|number|no)|(id|n|no|numero) (du )?client|client id|(id|n|no|numero) (del )?cliente|id cliente)$/,
    ),
    parentName: wanted(
      'PrimaryParent',
      /^(primary ?parent|parent( ?name)?|hauptkunde|kette|gruppe|client principal|chaine|groupe|cliente principale|catena|gruppo)$/,
    ),
    name: needed(
      'FullName',
      /^(full ?name|name|kunde|kunden ?name|nom|nom (du )?client|client|nome|nome (del )?cliente|cliente|customer|customer ?name|wkpname)$/,
    ),
    address: wanted('Address', /^(adresse?|anschrift|address|indirizzo)$/),
    street: wanted('Strasse', /^(strasse|rue|via|street)$/),
    zip: wanted('PLZ', /^(plz|postleitzahl|npa|code postal|cap|zip|zip code|postcode)$/),
    city: wanted('Ort', /^(ort|ortschaft|stadt|lieu|localite|ville|luogo|localita|citta|city|town)$/),
    country: wanted('Land', /^(land|pays|paese|country)$/),
    active: wanted('ActiveStatus', /^(active ?status|active|aktiv|actif|attivo|status|statut|stato)$/),
    language: wanted('Sprache', /^(sprache|langue|lingua|language)$/),
    phone: wanted(
      'Telefon',
      /^(phone|telefon|telephone|telefono|tel|fon|rufnummer)( (nr|no|number|numero))?$|^(telefon ?(nr|nummer)|(phone|telephone) number|(numero|no|n) (de |di )?(telephone|telefono|tel))$/,
    ),
    mail: wanted(
      'E-Mail',
      /^((e ?)?mail|courriel|posta elettronica)( ?adresse?| address)?$|^((adresse|indirizzo) )?(e ?mail|mail|courriel|di posta elettronica)$/,
    ),
    channel: wanted('Kanal', /^(kanal|channel|canal|canale|kunden ?typ|type de client|tipo di cliente)$/),
  },
};

/** As text is held against the words: the part before the first line break of a bilingual cell, or any other part. */
export function announces(column: HeadedColumn, heading: string): boolean {
  if (heading.length > LONGEST_HEADING) return false;
  const lines = heading.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return [...lines, heading].some((each) => column.announces(fold(each), each));
}

function column(name: string, words: RegExp | Announces, required: boolean): HeadedColumn {
  const announced: Announces = typeof words === 'function' ? words : (folded) => words.test(folded);
  return { name, announces: announced, required };
}

function or(word: string, other: Announces): Announces {
  return (folded, heading) => folded === word || other(folded, heading);
}

function ownWords(name: (typeof ownColumns)[number]): RegExp | Announces {
  const itself = name.toLowerCase();
  const others: Partial<Record<typeof name, Announces>> = {
    pharmacode,
    description: usual('description'),
    manufacturer: usual('manufacturer'),
    exFactoryPrice: price('exFactoryPrice'),
    publicPrice: price('publicPrice'),
  };
  const other = others[name] ?? ((folded: string) => ownSynonyms[name]?.test(folded) ?? false);
  return (folded, heading) => folded.replaceAll(' ', '') === itself || other(folded, heading);
}

const ownSynonyms: Partial<Record<(typeof ownColumns)[number], RegExp>> = {
  atc: /^(atc ?code|code atc|codice atc)$/,
  molecule:
    /^(wirkstoff\w*( e)?|molekul|molecule|principes? actifs?|principi? attiv[io]|active substances?)$/,
  packSize:
    /^(packungs ?gross?e|packungs ?groesse|taille d emballage|conditionnement|dimensione della confezione|pack ?size)$/,
  unit: /^(einheit|unite|unita|unit)$/,
  form: /^(form|darreichungsform|galenische form|forme( galenique| pharmaceutique)?|forma( galenica| farmaceutica)?)$/,
  strength: /^(starke|dosisstarke|staerke|dosage|dosaggio|strength)$/,
  origin: /^(origin|herkunft|origine)$/,
  sl: /^(sl|spezialitatenliste|ls|liste des specialites|elenco delle specialita)$/,
  sB20: /^(sb ?20|sb ?40|erhohter selbstbehalt|quote part (differenciee|majoree)|aliquota percentuale maggiorata)$/,
  biological: /^(bio|biological|biologisch|biologikum|biologique|biologico)$/,
  coMarketing: /^(co|co ?marketing)$/,
  swissmedicNo:
    /^(swissmedic ?(no|nr|nummer)|zulassungs ?nummer|numero d autorisation|numero di autorizzazione)$/,
  category: /^(category|kategorie|abgabekategorie|categorie( de remise)?|categoria( di dispensazione)?)$/,
};

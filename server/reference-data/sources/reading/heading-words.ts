import { ownColumns } from '#shared/catalogue-columns.ts';
import type { ColumnField } from '#shared/read-report.ts';
import { fold } from '../../../workbooks/words/fold.ts';
import { matchHeading } from '../../../workbooks/words/headings.ts';
import { words } from '../../../workbooks/words/vocabulary.ts';
import { being, having } from '../../../workbooks/words/word-patterns.ts';
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

const needed = (name: string, known: string | Announces): HeadedColumn => column(name, known, true);
const wanted = (name: string, known: string | Announces): HeadedColumn => column(name, known, false);

/** As purchase statistics name it, or as a source calls it besides. */
const usual =
  (field: ColumnField, besides?: string): Announces =>
  (folded, heading) =>
    folded === besides || matchHeading(heading)?.field === field;
const gtin = usual('gtin');
const pharmacode = usual('pharmacode');

/** What stands beside a price: the one of before, by how much they differ, or since when it counts. */
const BESIDE_PRICE = having(
  ...[words.before, words.difference, words.share, words.date],
  'alt alte(r|s) bisher* vorher* vorig* fruher* a(e)nderung* ancien(s) ancienne(s) vecchi(o|a) old',
);
const SINCE = / (ab|seit|des|depuis|dal|since)$/;
const price = (field: 'exFactoryPrice' | 'publicPrice', besides?: string): Announces => {
  const itself = usual(field, besides);
  return (folded, heading) =>
    !BESIDE_PRICE.test(folded) && !SINCE.test(folded) && !heading.includes('%') && itself(folded, heading);
};

const INSTEAD = new RegExp(having(words.instead), 'g');
const alternative: Announces = (folded) => {
  const without = folded.replace(INSTEAD, ' ');
  return folded === 'alternativegtin' || (without !== folded && gtin(without, without));
};
const gtinItself: Announces = (folded, heading) => gtin(folded, heading) && !alternative(folded, heading);

/** What columns of several sources are called. */
const atc = 'atc(_)code code_atc codice_atc';
const molecule = `wirkstoff*(_e) molekul molecul[ae](s) substan{z(en)|ce(s)} principe(_s)_actif(_s) principe(s)_actif(s) principi(o)_attiv[io]
  sostanz[ae] active_substance(s)`;
const packSize = `packungs(_)gros(s)e packungs(_)groesse taille_d_emballage conditionnement dimensione_della_confezione
  pack(_)size`;
const unit = 'einheit unite unita unit';
const status = 'status statut stato';
const comment = 'bemerkung* kommentar remarque(s) commentaire osservazion[ei] commento comment';
const designation = 'bezeichnung… designation… denominazione… descrizione…';
const changed = '(datum_){letzte|derniere|ultima}_{mutation|mutazione|modific*}…';
const sinceReport = 'tage_seit… jours_depuis… giorni_dall(a)…';

const ownSynonyms: Partial<Record<(typeof ownColumns)[number], string | Announces>> = {
  pharmacode,
  description: usual('description'),
  manufacturer: usual('manufacturer'),
  exFactoryPrice: price('exFactoryPrice'),
  publicPrice: price('publicPrice'),
  atc,
  molecule,
  packSize,
  unit,
  form: `form darreichungsform galenische_form forme(_galenique|_pharmaceutique) forma(_galenica|_farmaceutica)`,
  strength: 'sta(e)rke dosissta(e)rke dosage dosaggio strength',
  origin: 'herkunft origine origin',
  sl: 'sl spezialitatenliste ls liste_des_specialites elenco_delle_specialita',
  sB20: `sb(_)20 sb(_)40 erhohter_selbstbehalt quote_part_{differenciee|majoree} aliquota_percentuale_maggiorata`,
  biological: 'bio biologisch biologikum biologique biologico biological',
  coMarketing: 'co co(_)marketing',
  swissmedicNo: 'swissmedic(_){no|nr|nummer} zulassungs(_)nummer numero_{d_autorisation|di_autorizzazione}',
  category: '(abgabe)kategorie categorie(_de_remise) categoria(_di_dispensazione) category',
};

/** The words of every source's headings. docs/reference-data.md lists them, and a test compares. */
export const headedColumns: Record<TableKey, HeadedColumns> = {
  'swissmedic-packs': {
    swissmedicNo: needed('Zulassungsnummer', 'zulassungs(_)nummer… numero_d_autorisation…'),
    packCode: needed('Packungscode', 'packungs(_)code… code_d_emballage…'),
    description: needed(
      'Bezeichnung des Arzneimittels',
      'bezeichnung_des_arzneimittels… denomination_du_medicament…',
    ),
    manufacturer: needed('Zulassungsinhaberin', 'zulassungsinhaber*… titulaire_de_l_autorisation…'),
    drugCode: needed('Heilmittelcode', 'heilmittel(_)code… categorie_du_medicament…'),
    atc: needed('ATC-Code', 'atc(_)code… code_atc…'),
    packSize: needed('Packungsgrösse', packSize),
    unit: needed('Einheit', unit),
    category: needed(
      'Abgabekategorie Packung',
      'abgabekategorie_packung… cat*_de_remise_du_conditionnement…',
    ),
    molecule: needed('Wirkstoff(e)', molecule),
    genetic: needed(
      'Gentechnisch hergestellte Wirkstoffe',
      'gentechnisch… principes_actifs_produits_par_genie…',
    ),
  },
  'bag-sl-prices': {
    gtin: needed('GTIN', usual('gtin', 'g')),
    exFactoryPrice: needed('Ex-Factory-Preis', price('exFactoryPrice', 'e')),
    publicPrice: needed('Publikumspreis', price('publicPrice', 'p')),
    description: wanted('Bezeichnung', usual('description', 'n')),
    manufacturer: wanted('Zulassungsinhaberin', usual('manufacturer', 'h')),
    molecule: wanted('Wirkstoffe', `s ${molecule}`),
  },
  pharmacodes: { pharmacode: needed('Pharmacode', pharmacode), gtin: needed('GTIN', gtin) },
  'own-attributes': {
    ...Object.fromEntries(ownColumns.map((each) => [each, wanted(each, ownWords(each))])),
    gtin: needed('GTIN', gtin),
  },
  portfolio: {
    alternativeGtin: needed('alternativeGTIN', alternative),
    gtin: needed('gtin', gtinItself),
    rank: needed('rank', 'rank rang rango prioritat priorite priorita priority reihenfolge'),
  },
  exclusives: { gtin: needed('GTIN', gtin) },
  'stockouts-wholesaler': {
    pharmacode: needed('Pharmacode', pharmacode),
    expectedDelivery: needed(
      'Ausstand bis',
      'ausstand… fehlt_bis… manque_jusqu… rupture_jusqu… mancante_fino… out_of_stock_until…',
    ),
    description: wanted('Artikelname', usual('description')),
    supplier: wanted('Lieferant', 'lieferant… fournisseur… fornitore… supplier…'),
    gtin: wanted('GTIN', gtin),
  },
  'stockouts-drugshortage': {
    description: needed('Bezeichnung', designation),
    expectedDelivery: needed(
      'Datum Lieferfähigkeit',
      'datum_liefer*… date_(de_|d_)*{livraison|livrable}… data_(di_|della_){consegna|fornitura}…',
    ),
    status: needed('Status', status),
    updatedOn: wanted('letzte Mutation', changed),
    days: wanted('Tage seit Meldung', sinceReport),
    manufacturer: wanted('Firma', words.company),
    gtin: needed('GTIN', gtin),
    pharmacode: wanted('Pharmacode', pharmacode),
    atc: wanted('ATC', `atc ${atc}`),
  },
  'stockouts-engpassradar': {
    firstSeen: needed(
      'Erstmals gesehen',
      'erstmals_gesehen… vu(e)_(pour_)la_premiere_fois… visto_(per_)la_prima_volta… first_seen…',
    ),
    expectedDelivery: needed(
      'Lieferbar ab',
      'lieferbar_ab… livrable_{a_partir|des}… disponibile_da(l)… available_from…',
    ),
    description: needed('Bezeichnung', designation),
    status: needed('Status', status),
    updatedOn: wanted('Letzte Mutation', changed),
    days: wanted('Tage seit Meldung', sinceReport),
    manufacturer: wanted('Firma', words.company),
    gtin: needed('GTIN', gtin),
    pharmacode: wanted('Pharmacode', pharmacode),
    atc: wanted('ATC-Code', `atc ${atc}`),
  },
  'stockouts-national-supply': {
    description: needed(
      'Produktebezeichnung',
      'produkt(e)(_)bezeichnung… designation_du_produit… denominazione_del_prodotto…',
    ),
    reportedOn: needed(
      'Eintrittsdatum',
      'eintritt(s)(_)datum… date_d_{entree|apparition}… data_(di_){entrata|inizio}…',
    ),
    expectedDelivery: needed('Voraussichtliche Dauer', 'voraussichtliche_dauer… duree_prev*… durata_prev*…'),
    comment: wanted('Bemerkungen', comment),
    publishedOn: wanted(
      'Datum Publikation',
      'datum_(der_)publikation… publikationsdatum… date_(de_)(la_)publication… data_(di_|della_)pubblicazione…',
    ),
    updatedOn: wanted(
      'Letzte Aktualisierung',
      'letzte_aktualisierung… derniere_{mise_a_jour|actualisation}… ultimo_aggiornamento…',
    ),
    gtin: needed('GTIN', gtin),
    atc: wanted('ATC-Code', `atc ${atc}`),
  },
  'stockouts-own': {
    gtin: needed('gtin', gtin),
    reportedOn: needed('reportedOn', 'reported(_)on gemeldet_am meldedatum'),
    updatedOn: needed('updatedOn', 'updated(_)on aktualisiert_am'),
    expectedDelivery: needed('expectedDelivery', 'expected(_)delivery erwartete_lieferung'),
    backInStockOn: needed('backInStockOn', 'backinstockon back_in_stock_on wieder_lieferbar_am'),
    pharmacode: wanted('pharmacode', pharmacode),
    description: wanted('description', usual('description')),
    manufacturer: wanted('company', usual('manufacturer')),
    status: wanted('status', status),
    comment: wanted('comment', comment),
  },
  customers: {
    oneKey: wanted('OneKey', '(wkpid)one(_)key(_id|_nr) wkp(_)id(_)one(_)key'),
    parentExternalId: wanted(
      'PrimaryParent_ExternalID',
      `(primary(_))parent(_external|external)(_)id hauptkunde(n)_{nr|nummer|id} n(o|umero)_(du_)client_principal
        numero_cliente_principale`,
    ),
    externalId: needed(
      'ExternalID',
      `external(_)id externe_{id|nr|nummer|kundennummer} kunden(_){nr|nummer|no|id} customer(_){id|number|no}
        {id|n|no|numero}_(du_|del_){client|cliente} client_id id_cliente`,
    ),
    parentName: wanted(
      'PrimaryParent',
      `primary(_)parent parent(_name|name) hauptkunde kette gruppe client_principal chaine groupe cliente_principale
        catena gruppo`,
    ),
    name: needed(
      'FullName',
      `full(_)name name kunde kunden(_)name nom nom_(du_)client client nome nome_(del_)cliente cliente
        customer(_name|name) wkpname`,
    ),
    address: wanted('Address', 'adress(e) anschrift address indirizzo'),
    street: wanted('Strasse', 'strasse rue via street'),
    zip: wanted('PLZ', 'plz postleitzahl npa code_postal cap zip(_code) postcode'),
    city: wanted('Ort', 'ort ortschaft stadt lieu localite ville luogo localita citta city town'),
    country: wanted('Land', 'land pays paese country'),
    active: wanted('ActiveStatus', `active(_)status active aktiv actif attivo ${status}`),
    language: wanted('Sprache', 'sprache langue lingua language'),
    phone: wanted(
      'Telefon',
      `{phone|telefon|telephone|telefono|tel|fon|rufnummer}(_nr|_no|_number|_numero) telefon(_){nr|nummer}
        {phone|telephone}_number {numero|no|n}_(de_|di_){telephone|telefono|tel}`,
    ),
    mail: wanted(
      'E-Mail',
      `{(e(_))mail|courriel|posta_elettronica}((_)adress(e)|_address)
        {adresse|indirizzo}_{(e(_))mail|courriel|di_posta_elettronica}`,
    ),
    channel: wanted('Kanal', 'kanal channel canal canale kunden(_)typ type_de_client tipo_di_cliente'),
  },
};

/** As text is held against the words: the part before the first line break of a bilingual cell, or any other part. */
export function announces(column: HeadedColumn, heading: string): boolean {
  if (heading.length > LONGEST_HEADING) return false;
  const lines = heading.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return [...lines, heading].some((each) => column.announces(fold(each), each));
}

function column(name: string, known: string | Announces, required: boolean): HeadedColumn {
  if (typeof known === 'function') return { name, announces: known, required };
  const expression = being(known);
  return { name, announces: (folded) => expression.test(folded), required };
}

function ownWords(name: (typeof ownColumns)[number]): Announces {
  const itself = name.toLowerCase();
  const known = ownSynonyms[name] ?? itself;
  const { announces } = column(name, known, false);
  return (folded, heading) => folded.replaceAll(' ', '') === itself || announces(folded, heading);
}

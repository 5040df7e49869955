import { having } from './word-patterns.ts';

/** The words of headings in German, French, Italian and English; for the notation see word-patterns.ts. */
export const words = {
  // Codes.
  gtin: '(artikel|article|produkt|product|pack*)gtin(code|nr|nummer|13|14|8)',
  ean: '(artikel|article|produkt|product|pack*)ean(code|nr|nummer|13|14|8) global_trade_item_number(s)',
  barcode: 'barcode strichcode strichkode code_(a_)barre(s) codice_(a_)barre',
  pharmacode: `pharm(a){code|kode}(s) ph(_)a(r)(_)code(s) phcode(s) ph_code
    pharm(a)_{code|kode|nr|no|nummer|numero} pharma(code){nr|nummer} pharma(_)zentralnummer pzn phznr
    p_code phc {no|nr|numero}_pharma* code(s)_{pharma*|phar|ph} codic[ei]_{pharma*|farma*}`,
  /** An alternative to the row's product. */
  instead: `alternativ* ersatz* ersetz* vorschlag* nachfolg* angebot* substitut* rempla* propos* sostitu*
    replac* suggest*`,
  /** Above the row labels of an Excel pivot table. */
  rowLabels: 'zeilenbeschriftungen etiquettes_de_lignes etichette_di_riga row_labels',
  // Names.
  partner: 'kunde* filial* gln client(s) client[ei] customer* apotheke*',
  supplier: 'lieferant* fournisseur* fornitor* supplier* vendor*',
  producer: `hersteller* produzent* fabricant(s) producteur(s) fabbricant[ei] produttor[ei] manufacturer*
    producer(s)`,
  company: 'firm[ae](n) entreprise societe ditta azienda company',
  owner: 'zulassungsinhaber* titulaire* titolare* anbieter* marke marque brand',
  designation: `*bezeichnung* *beschreibung* artikeltext* pra(e)parat(e) medikament* arzneimittel
    designation(s) description(s) denomination(s) libelle* medicament(s) descrizion[ei] denominazion[ei]
    medicamento farmaco {artikel|produkt(e)|product|praparat(e)}name(n)`,
  product: `artikel article(s) articol[oi] produkt(e) produit(s) prodott[oi] product(s) item(s) name(s)
    nom(s) nome text`,
  number: `nr nummer no num numero number ean gtin code(s) kode codice id gln ref* gruppe groupe group
    gruppo typ type tipo status kategorie categorie`,
  // Packs and prices.
  quantity: `menge(n) quantit{e|es|y|ies|a|at|aet|aeten|aten} quant qte(s) qta qty qtty q_t[aey] mge
    stu(e)ckzahl`,
  /** Also packs, unless there is a column called Menge. */
  count: 'anzahl anz',
  /** May mean something else: Staffelmenge. */
  compoundQuantity: '*menge(n) *anzahl *stu(e)ckzahl',
  packs:
    'packungen packs packages pkg(s) pck pckg boites emballages conditionnements confezioni scatole imballaggi',
  units: `stu(e)ck(e) stk pezzi pz pieces pces pcs units unit_sales unites einheiten absatz bezug(e) nombre nb nbre
    colli`,
  /** Packs only where nothing else is: beside a quantity, OP or Emb. may be the content of a pack, Verbrauch a value. */
  quantityIfNone:
    'op originalpackung(en) emb verbrauch consommation consumo verka(e)ufe ventes vendite sales',
  /** Gross of returns, unlike purchases. */
  beforeReturns: 'brutto* brut(e|s|es) lord[oaie] gross',

  exFactoryPrice: `fap exf pexf pex pef efp ef_preis *fabrikabgabe* fabrikpreis* prix_(de_)fabrique
    prix_(d_)usine prezz[oi]_(di_)fabbrica ex(_)factory* factory_price`,
  publicPrice: `publikum* publi[ck]preis* ppub pp vkp pvp prix_(de_vente_)(au_)publi[cq]*
    prezz[oi]_(al_)pubblico public_price retail_price`,
  // What was done with them.
  /** Or bought: what was sold may stand beside it. */
  delivered: `gel lief gelief* (aus)liefer* ausgelief* bezug* bezog* erhalten* (ein)gekauft* einkauf(e)
    einkaufsmenge(n) ek liv livr* expedie* recu(e)(s) achat(s) achete* consegn* fornit[oaie] ricevut*
    acquist* deliver* shipped received purchase(d|s) bought`,
  deliveredAlone: '(aus)geliefert livre(e)(s) consegnat[oaie] delivered shipped',
  /** Or paid: neither includes free goods. */
  invoiced: `*faktur* *verrechn* berechn* fakt verr bezahlt* fact factur* paye(e)(s) payante(s) fatt
    fattur* pagat[oaie] invoic* billed paid`,
  invoicedAlone: 'fakturiert verrechnet facture(e)(s) fatturat[oaie] invoiced',
  ordered: 'best bestell* auftrag* cde(e)(s) cmd(e)(e)(s) command* ordinat* ord order(ed)',
  // Totals of columns of the same kind.
  total: `total(e|i|es|s) totaux gesamt(e|er) gesamt{summe|ergebnis|total} insgesamt summe(n) sum ergebnis
    somm[ae]`,
  all: `jahres(total|summe) alle(r) annuell annuelle tous toutes annual(e|i) annu[ao] tutt[ei] generale
    complessiv[oa] yearly all overall grand general`,
  // Prices, which stand beside quantities.
  price: 'preis* *preis(e) prix prezz* price* chf fr sfr',
  value: 'wert* *wert(e) betrag* *betrag umsatz* valeur* montant* valor* importo value*',
  free: `*rabatt* rabais sconto discount gratis* gratuit* natural* bonus *muster(n)
    *mustermenge(n) echantillon* campion[ei] sample(s)`,
  stock: 'lager* *bestand* stock(s) magazzino invent[au]* za(e)hlmenge(n) comptee(s) contat[ae] counted',
  returned: 'retour* (zu)ruck* rueck* gutschrift* avoir(s) credit* resi accredit* return(s)',
  open: 'offen(e)(r) rest*',
  /** Other numbers. */
  otherNumber: `min* max* pro par per je kosten marge* rang rank* rango code nr nummer mengeneinheit*
    inhalt* pack(ungs)menge(n) *grosse* *groesse* mesure contenu* taille misura contenut* dimension* content size dos[ei](s)`,
  date: '*datum date data',
  month: 'monat(e) mois mesi',
  last: 'letzt* derni* ultim* last',
  before: 'vorjahr* vorperiode* vj precedent(e)(s) prec scors[oa] previous prior ly n_1',
  difference: `differen* diff delta abw(eich*) vera(e)nder* standardabw* stabw* ecart* variation*
    evolution* deviation* variazion* scostament* deviazion* change var varian* std(_)dev*`,
  share: 'anteil* prozent* pourcent* quota share percent*',
  reckoned: `kum(ul*) aufgelaufen* cum(ul*) progressiv* ytd durchschnitt* schnitt mittel
    mittelwert* moyenne(s) medi[ao] average avg mean median* index
    {produ[kc]t|produit|prodotto}_{von|of|de|di} {laufende|running|rolling}_{summe|total|sum}`,
  planned: `budget* plan* prognos* forecast* prevu* previs* *vorschlag* propos* suggest* soll* ziel* target
    objectif* obiettiv* bedarf* besoin* angebot* offert* offre(s) offer(s|ed)`,
  missing: `nicht *fehlmenge(n) *storn* reserv* nachliefer* ausstehend* ausstand* non manquant* annul*
    riservat* mancant* not undelivered cancel* missing back(_)order* reliquat*
    residu* verfallen* abgelaufen* perime(e)(s) scadut[oaie] expired`,
  // Units that are not packs.
  contents: `tabl tbl tablette(n) kaps kapsel(n) dragee(s) pille(n) zapfchen einzeldos* suppo* amp
    ampulle(n) comprime(s) cpr gelule(s) pilule(s) sachet(s) ampoule(s) compress[ae] capsul[ae](s)
    pillol[ae] bustin[ae] fial[ae] tablet(s) pill(s) ddd`,
  otherUnit: `kar(t) car ktn *karton(s) palett* gebinde* kiste(n) gramm liter carton(s) caisse(s) litre(s)
    carton[ei] cass[ae] litri pallet(s) g kg mg ml`,
  counting: 'anz(ahl) nombre nb nbre nbval numero number count',
  of: 'von der de d des di della delle of',
  event: `charge(n) lot(s) lott[oi] batch(es) *lieferung(en) rezept(e) verordnung(en) patient(en) *beleg(e) tag(e) woche(n) jahr(e)
    *bestellung(en) auftrag(e) auftraege rechnung(en) faktur(en) *zeile(n) *bezug(e) kunde(n) apotheke(n)
    *kaufe verkaeufe einkaeufe transaktion(en) buchung(en) lieferschein(e) ordonnance(s) jour(s) semaine(s)
    livraison(s) commande(s) facture(s) ligne(s) client(s) pharmacie(s) achat(s) vente(s) acquisti vendite
    ricett[ae] pazient[ei] giorn[oi] settiman[ae] consegn[ae] fornitur[ae] ordin[ei] fattur[ae] righe
    clienti farmacie prescription(s) patients position(en|s) transaction(en|s) day(s) week(s) year(s)
    deliver{y|ies} shipment(s) order(s) invoice(s) line(s) customer(s) purchases sales`,
  /** A customer's place. */
  branch: `filial* apotheke(n) standort* niederlassung* zweigstelle* haupt{haus|geschaft|geschaeft|sitz|stelle}
    praxis succursale(s) pharmacie(s) magasin(s) siege site(s) sede sedi farmaci[ae] negozi(o) succursal[ei]
    branch(es) store(s) shop(s) pharmacy location(s)`,
  /** What all of them are called with: toutes les pharmacies. */
  ofAll: 'les the le gli i die der unsere unserer unseren',
  /** Packs and nothing else. */
  packsAlone: `menge(n) anzahl packungen quantite(s) qte(s) quantita qta boites confezioni quantity qty packs`,
  // What is counted, beside or behind a quantity and above such a column.
  unitHeading: `({mengen|mass})einheit(en) me unite(s) unit(s) unita um u_m m_e uom de di of vente vendita sale
    mesure misura measure menge(n) quantite quantita quantity`,
  sizeOfPack: `*grosse* *groesse* *taille* *size* *dimension* *inhalt* *conten* *dosi* *dosa* *stark* *staerk*
    *wirkstoff*`,
  packUnit: `stk stck st(u)(e)ck(e) st pce pc(s) pces piece(s) pz pzi pezz[oi] pkg pkgs pck(g) pckgs pk pak(s)
    pack(s) packung(en) package(s) schachtel(n) paquet(s) boite(s) bts bte(s) emb emballage(s) conf confezion[ei]
    scatol[ae] op vp originalpackung(en) ea each un unit(s) unite(s) unita einheit(en) box(es) x`,
  holdsPacks: `kar(t) car karton(s) carton(s) cartone cartoni ct(n) kt(n) umkarton(s) gebinde case(s) caisse(s)
    cass[ae] kiste(n) pal palett[ae](n) palette(s) pallet(s) lage(n) display(s) disp dsp bund bundel buendel
    bundle(s) tr(a)y trays ve vpe ue uvc`,
  /** What is in a pack, a weight, an amount of money or a factor. */
  notPackUnit: `tab tabl tbl tablette(n) tablet(s) comprime(s) cpr cp compress[ae] kaps kapsel(n) gelule(s)
    capsul[ae](s) amp ampulle(n) ampoule(s) fial[ae] fl(a) flasche(n) flacon(s) flacon[ei] bottle(s) tube(n)
    tube(s) tub[io] beutel sachet(s) bustin[ae] stabchen spritze(n) seringue(s) siring[ah](e) rolle(n) paar(e)
    paire(s) dose(n) dose(s) dosi ddd mg kg g(r) gramm ml cl dl l(t) liter litre(s) litri dutzend dtz dz
    douzaine(s) dozzin[ae] dozen(s) tsd tst tausend mille mio k chf fr sfr franken franc(s) franchi eur(o)(s)
    usd`,
  // What rows say.
  /** Of one that sums up an article's rows. */
  result: `({sub|sous|zwischen|gesamt}(_)){total[ei]|total|totaux|summe|somm[ea]|ergebnis|result|resultat|risultato}`,
  beforeResult: 'grand overall end general',
  behindResult: 'general general[ei] complessiv[oi]',
  betweenResultAndName: 'von fur of for de du di pour per',
  /** How one without a code begins that sums up others. */
  totalOfRows: `({sub|sous|zwischen|gesamt|grand|general|jahres|monats}(_)){total(s)|totale|totali|totaux|summe(n)|somm[ea]}
    gesamt (gesamt)ergebnis (overall_)result resultat risultato endsumme`,
  /** Of a table of returns alone: Retouren, Retours 2025, Articoli resi. */
  titleOfReturns: `retoure(n) retourware(n) retournierte retour(s) retournes
    r{u|ue}ck{sendung|nahme|gabe}({en|n}) return(s) returned resi reso gutschrift(en) avoir(s) credit(s)
    accredit(i)`,
  besideReturns: `artikel article(s) articoli produkte produits prodotti products items goods ware(n)
    marchandise(s) merce list(e) elenco der des de di of und et e and`,
};

/** By table, tests folded text for its words. */
export const has = Object.fromEntries(
  Object.entries(words).map(([concept, table]) => [concept, having(table)]),
) as Record<keyof typeof words, RegExp>;

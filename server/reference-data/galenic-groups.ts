/**
 * Groups of galenic forms that stand for one another, with the regular expressions (RE2) of the forms that are of them, in
 * German, French and Italian and as the BAG abbreviates them; the first that fits counts. What is released slowly or
 * later in the gut is never a plain tablet.
 */
export const galenicGroups: readonly (readonly [group: string, pattern: string])[] = [
  ['chewable', 'kautabl|à croquer|masticabil'],
  ['effervescent', 'brause|efferves'],
  ['melting', 'schmelz|lyoc|lingualtabl|orodispers|sublingual|buccal'],
  ['lozenge', 'lutsch|à sucer|pastill'],
  ['retard', 'retard|depot|veränderter|prolongée|prolungato|modificat|modifiée|\\bcr\\b|\\bxr\\b|\\bmr\\b'],
  ['gastro-resistant', 'magensaft|gastro|mups'],
  ['vaginal', 'vaginal|ovul'],
  ['rectal', 'supposit|zäpfchen|rektal|rectal|rettal|klistier|clistere|lavement|\\bsupp\\b'],
  ['patch', 'pflaster|patch|emplâtre|cerotto|transdermal'],
  ['eye', 'augen|collyre|collirio|ophtalm|oftalm|\\bgtt opht'],
  ['ear', 'ohren|auriculaire|auricolar'],
  ['nose', 'nasen|nasal'],
  ['inhalation', 'inhal|dosier-?aerosol|pulver zur inhalation|turbuhaler|\\bdiskus\\b'],
  ['infusion', 'infusion|perfusion|infusione|\\binf\\b|peritoneal|dialyse'],
  ['injection', 'injekt|inject|iniett|iniezion|fertigspritze|fertigpen|fertspr|fertpen|\\binj\\b'],
  ['oral solid', 'tablet|tabl\\b|kapsel|kaps\\b|caps|drag|comprim|compress|gélule|lactab|filmtabl|globuli'],
  [
    'oral powder',
    'granul|pulver zum einnehmen|pulver zur herstellung einer (suspension|lösung) zum einnehmen|sachet',
  ],
  ['oral liquid', 'sirup|sirop|sciropp|zum einnehmen|buvable|orale|trink|tropfen|gouttes|gocce|saft'],
  [
    'topical',
    'salbe|crème|creme|crema|gel\\b|lotion|emulsion zur anwendung|haut|pommade|pomata|unguent|paste',
  ],
];

/** The two lists of sql/reference/portfolio-proposal.sql. */
export const galenicParameters = {
  galenicGroups: galenicGroups.map(([group]) => group),
  galenicPatterns: galenicGroups.map(([, pattern]) => pattern),
};

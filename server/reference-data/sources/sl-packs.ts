import { toDate } from '../../workbooks/values/days.ts';
import { clean, toGtin, toPrice } from './reading/cells.ts';
import type { SlPack, SlPrice } from './rows.ts';

const PRODUCT_TYPE = 'ch-epl-foph-product-type';
const GS1 = 'urn:oid:2.51.1.1';

const TYPE = {
  generic: '756001003001',
  originator: '756001003002',
  reference: '756001003003',
  biosimilar: '756001003004',
  coMarketing: '756001003009',
};
const REIMBURSEMENT = '756000002003';
const REIMBURSED = '756001021001';
const LISTED = '756001002001';

const PRICE_KINDS: Record<string, SlPrice['kind']> = {
  '756002005002': 'exFactory',
  '756002005001': 'public',
};

/** What is wrong in a pack that counts nevertheless; columns as FHIR names them. */
export type Doubt = { column: string; value: string; reason: string };

/** A pack of a bundle; `gtin` is '' where there is none and null where it is none. */
export type ReadPack = {
  pack: Omit<SlPack, 'gtin'> & { gtin: string | null };
  doubts: Doubt[];
  /** When its status was last set, YYYY-MM-DD; '' where that is not said. */
  statusDate: string;
};

/** The packs of a bundle, each with what its product, its ingredients and its authorisations say. */
export function packsOf(resources: readonly Resource[]): ReadPack[] {
  const of = (type: string) => resources.filter((each) => text(each, 'resourceType') === type);
  const products = new Map(of('MedicinalProductDefinition').map((each) => [text(each, 'id'), each]));
  const ingredients = of('Ingredient');
  const authorisations = of('RegulatedAuthorization');
  return of('PackagedProductDefinition').map((each) => {
    const productIds = referenced(each, 'packageFor');
    const product = products.get(productIds.find((id) => products.has(id)) ?? '');
    const about = (id: string) => authorisations.filter((one) => referenced(one, 'subject').includes(id));
    return packOf(
      each,
      product,
      ingredients.filter((one) => referenced(one, 'for').some((id) => productIds.includes(id))),
      [...about(text(each, 'id')), ...productIds.flatMap(about)],
    );
  });
}

function packOf(
  packaged: Resource,
  product: Resource | undefined,
  ingredients: Resource[],
  authorisations: Resource[],
): ReadPack {
  const doubts: Doubt[] = [];
  const classifications = children(product, 'classification');
  const types = classifications.flatMap((each) => codesOf(each, PRODUCT_TYPE));
  const substances = ingredients
    .map(substanceOf)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const isReimbursement = (each: Resource) =>
    codesOf(child(each, 'type'), 'authorisation-type').includes(REIMBURSEMENT);
  const sl = authorisations.filter(isReimbursement).flatMap((each) => extensions(each, 'reimbursementSL'))[0];
  const pack = {
    gtin: gtinOf(packaged),
    description: text(packaged, 'description') || nameOf(product),
    manufacturer: holderOf(authorisations),
    molecule: substances.map(({ name }) => name).join(', '),
    atc: classifications.flatMap((each) => codesOf(each, '/atc')).sort(longestFirst)[0] ?? '',
    packSizeText: children(packaged, 'containedItemQuantity').map((each) => text(each, 'unit'))[0] ?? '',
    strength: substances.flatMap(({ strength }) => strength || []).join(' / '),
    origin: originOf(types),
    // A co-marketing product is that beside what it is otherwise.
    productType: types.find((type) => type !== TYPE.coMarketing) ?? types[0] ?? '',
    biological: types.includes(TYPE.reference) || types.includes(TYPE.biosimilar),
    coMarketing: types.includes(TYPE.coMarketing),
    listed: listedOf(sl),
    costShare: costShareOf(sl),
    prices: pricesOf(sl, doubts),
  };
  return { pack, doubts, statusDate: day(text(extensions(sl, 'statusDate')[0], 'valueDate')) };
}

function gtinOf(packaged: Resource): string | null {
  const identifiers = children(child(packaged, 'packaging'), 'identifier');
  const codes = identifiers.flatMap((each) => (text(each, 'system') === GS1 ? [text(each, 'value')] : []));
  return toGtin(codes[0] ?? '');
}

function nameOf(product: Resource | undefined): string {
  const names = children(product, 'name');
  const isGerman = (name: Resource) =>
    children(name, 'usage').some((usage) =>
      codesOf(child(usage, 'language'), 'urn:ietf:bcp:47').some((code) => code.startsWith('de')),
    );
  return text(names.find(isGerman) ?? names[0], 'productName');
}

function holderOf(authorisations: Resource[]): string {
  for (const authorisation of authorisations) {
    const [holder] = referenced(authorisation, 'holder');
    const organisation = children(authorisation, 'contained').find((each) => text(each, 'id') === holder);
    if (organisation && text(organisation, 'name') !== '') return text(organisation, 'name');
  }
  return '';
}

function substanceOf(ingredient: Resource): { name: string; strength: string } {
  const substance = child(ingredient, 'substance');
  const concept = child(child(substance, 'code'), 'concept');
  const [strength] = children(substance, 'strength');
  const quantity = child(strength, 'presentationQuantity');
  const amount = [text(quantity, 'value'), text(quantity, 'unit')].filter(Boolean).join(' ');
  return {
    name: text(concept, 'text'),
    strength: text(quantity, 'value') === '' ? text(strength, 'textPresentation') : amount,
  };
}

function originOf(types: string[]): SlPack['origin'] {
  if (types.includes(TYPE.generic) || types.includes(TYPE.biosimilar)) return 'generic';
  return types.includes(TYPE.originator) || types.includes(TYPE.reference) ? 'original' : 'other';
}

/** On the list only where both the reimbursement and the listing say so, and not beyond the earlier of its ends. */
function listedOf(sl: Resource | undefined): SlPack['listed'] {
  const status = extensions(sl, 'status').flatMap((each) =>
    codesOf(child(each, 'valueCodeableConcept'), 'reimbursement-status'),
  );
  const listing = extensions(sl, 'listingStatus').flatMap((each) =>
    codesOf(child(each, 'valueCodeableConcept'), 'listing-status'),
  );
  if (!status.includes(REIMBURSED) || !listing.includes(LISTED)) return null;
  const period = child(extensions(sl, 'listingPeriod')[0], 'valuePeriod');
  const ends = [text(period, 'end'), text(extensions(sl, 'expiryDate')[0], 'valueDate')]
    .map(day)
    .filter(Boolean);
  return {
    from: day(text(period, 'start')) || day(text(extensions(sl, 'firstListingDate')[0], 'valueDate')),
    until: ends.sort()[0] ?? '',
  };
}

function costShareOf(sl: Resource | undefined): number | null {
  const share = text(extensions(sl, 'costShare')[0], 'valueInteger');
  return /^\d{1,3}$/.test(share) ? Number(share) : null;
}

/** Oldest first; a price that isn't one, or has no day, is doubted and left out. */
function pricesOf(sl: Resource | undefined, doubts: Doubt[]): SlPrice[] {
  const prices: SlPrice[] = [];
  for (const each of extensions(sl, 'productPrice')) {
    const [type = ''] = extensions(each, 'type').flatMap((one) =>
      codesOf(child(one, 'valueCodeableConcept'), 'price-type'),
    );
    const kind = PRICE_KINDS[type];
    if (!kind) continue;
    const money = child(extensions(each, 'value')[0], 'valueMoney');
    const chf = toPrice(text(money, 'value'));
    const from = day(text(extensions(each, 'changeDate')[0], 'valueDate'));
    const currency = text(money, 'currency');
    if (!chf || (currency !== '' && currency !== 'CHF')) {
      const value = `${text(money, 'value')} ${currency}`.trim();
      doubts.push({ column: 'productPrice', value, reason: 'price_unreadable' });
    } else if (from === '')
      doubts.push({ column: 'productPrice.changeDate', value: chf, reason: 'date_invalid' });
    else prices.push({ kind, chf, from });
  }
  return prices.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

function day(written: string): string {
  return toDate(written.slice(0, 10)) ?? '';
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}

/** The parts of FHIR that the BAG's export has and we read; anything may be missing. */
export type Resource = Record<string, unknown>;

/** What stands under a key, where it is an object. */
export function child(of: unknown, key: string): Resource | undefined {
  const value = isObject(of) ? of[key] : undefined;
  return isObject(value) ? value : undefined;
}

/** What stands under a key: a list as it is, one object as a list of it, else nothing. */
export function children(of: unknown, key: string): Resource[] {
  const value = isObject(of) ? of[key] : undefined;
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

/** Text or number under a key, as text with single spaces. */
export function text(of: unknown, key: string): string {
  const value = isObject(of) ? of[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';
}

/** Codes of a concept in one system, told by its end: the address before it differs between releases. */
function codesOf(concept: unknown, system: string): string[] {
  return children(concept, 'coding').flatMap((coding) =>
    text(coding, 'system').endsWith(system) ? [text(coding, 'code')].filter(Boolean) : [],
  );
}

/** The last part of a reference, by which resources are joined: "CHIDMPPackagedProductDefinition/x" and "…/x" are one. */
function referenced(of: unknown, key: string): string[] {
  return children(of, key).flatMap((each) => {
    const reference = text(each, 'reference');
    const id = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1);
    return id === '' ? [] : [id];
  });
}

/** The extension of that name among those of a resource or extension, by the last part of its address. */
function extensions(of: unknown, name: string): Resource[] {
  return children(of, 'extension').filter((each) => {
    const url = text(each, 'url');
    return url === name || url.endsWith(`/${name}`);
  });
}

function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

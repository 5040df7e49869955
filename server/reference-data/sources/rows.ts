import type { OwnColumn } from '#shared/catalogue-columns.ts';

/**
 * What the readers of template files make of a row: the fields a source has, in our words. Text is trimmed and '' where
 * the source says nothing; dates are YYYY-MM-DD; prices are CHF with two decimals, as text.
 */

/** An authorised pack as Swissmedic lists it. */
export type SwissmedicPack = {
  gtin: string;
  /** Authorisation number, 5 digits. */
  swissmedicNo: string;
  description: string;
  form: string;
  manufacturer: string;
  atc: string;
  /** Substances in alphabetical order, separated by ", ". */
  molecule: string;
  packSizeText: string;
  /** Number of `unit` in the pack, '' where the text does not say one. */
  packSize: string;
  unit: string;
  /** A, A+, B, C, D or E. */
  category: string;
  biological: boolean;
};

/** A price of a pack on the Spezialitätenliste, in force from a day on. */
export type SlPrice = { kind: 'exFactory' | 'public'; chf: string; from: string };

/** A pack of the Spezialitätenliste as the BAG publishes it in FHIR. */
export type SlPack = {
  gtin: string;
  description: string;
  manufacturer: string;
  molecule: string;
  atc: string;
  packSizeText: string;
  strength: string;
  origin: 'original' | 'generic' | 'other';
  /** The list's own code of the product type, for example 756001003002; '' without one. */
  productType: string;
  biological: boolean;
  coMarketing: boolean;
  /** On the list from a day on and, where it ends, up to and with another; null: not on the list. */
  listed: { from: string; until: string } | null;
  /** Percent of the patient's deductible; null where it is not said. */
  costShare: number | null;
  prices: SlPrice[];
};

/** A pack with its prices in force, of a list without days. */
export type SlPriceEntry = {
  gtin: string;
  description: string;
  manufacturer: string;
  molecule: string;
  exFactoryPrice: string;
  publicPrice: string;
};

export type PharmacodeEntry = { gtin: string; pharmacode: string };

/** Columns of the catalogue that a company corrects; only those that stand in its file. */
export type OwnAttributes = { gtin: string; values: Partial<Record<OwnColumn, string>> };
export type PortfolioEntry = { gtin: string; alternativeGtin: string; rank: number };

export type ExclusiveEntry = { gtin: string };

/** A product that a source reports as not deliverable, or as back; by GTIN, else by Pharmacode, else by name only. */
export type ShortageEntry = {
  gtin: string;
  pharmacode: string;
  description: string;
  manufacturer: string;
  /** '' where the source names none: the list's date when it is first seen. */
  reportedOn: string;
  updatedOn: string;
  status: string;
  /** YYYY-MM-DD or the source's words. */
  expectedDelivery: string;
  comment: string;
  backInStockOn: string;
};

export type CustomerEntry = {
  externalId: string;
  name: string;
  parentExternalId: string;
  parentName: string;
  /** Separated by commas. */
  address: string;
  active: boolean;
  language: 'de' | 'en' | 'fr' | 'it' | 'rm' | '';
  channel: 'APO' | 'SD' | '';
  oneKey: string;
  /** Left out where the file says none: the rows of files without the column stay the same. */
  phone?: string;
  mail?: string;
};

/** Which rows stand behind which template file; the keys of `stockouts-…` are one source each. */
export type RowsOf = {
  'swissmedic-packs': SwissmedicPack;
  'bag-sl-fhir': SlPack;
  'bag-sl-prices': SlPriceEntry;
  pharmacodes: PharmacodeEntry;
  'own-attributes': OwnAttributes;
  portfolio: PortfolioEntry;
  exclusives: ExclusiveEntry;
  'stockouts-wholesaler': ShortageEntry;
  'stockouts-drugshortage': ShortageEntry;
  'stockouts-engpassradar': ShortageEntry;
  'stockouts-national-supply': ShortageEntry;
  'stockouts-own': ShortageEntry;
  customers: CustomerEntry;
};

export type SourceKey = keyof RowsOf;

/** What is wrong or doubtful in a row of a file. `reason` is a translation key below reference.row. */
export type Problem = {
  /** Counts from 1 as a spreadsheet does, the heading included; a bundle of FHIR counts as a row. */
  row: number;
  /** Heading as it stands in the file; '' for the row as a whole. */
  column: string;
  value: string;
  reason: string;
  /** Whether the row counts nevertheless. */
  used: boolean;
};

/** A source's file, read. */
export type SourceFile<Key extends SourceKey> = {
  /** The file's own date, YYYY-MM-DD; null where it names none. */
  date: string | null;
  rows: RowsOf[Key][];
  problems: Problem[];
  /** Problems of rows that do not count, those too that are not listed. */
  unused: number;
  /** Columns of ours that the file has, by our names. */
  columns: string[];
  /** Rows that are there, used or not; without headings and empty ones. */
  found: number;
  /** What else is worth counting, for example packs without a GTIN; by translation key below reference.facts. */
  facts: Record<string, number>;
};

/** The uploaded file that a source's reader is given, and how long it may take. */
export type SourceInput = {
  /** Where the uploaded file lies on this machine. */
  path: string;
  /** As the user called it; only for messages, what a file is is told from its content. */
  fileName: string;
  /** Milliseconds until the reader gives up. */
  milliseconds: number;
  /** 0 to 1, called now and then. */
  onProgress?: (share: number) => void;
};

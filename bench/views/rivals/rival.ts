import type { Cell } from '../../checksum.ts';

/** A question as a rival answers it: the columns of its rows, and how to get them. */
export type RivalAnswer = {
  columns: readonly string[];
  rows(): Promise<Cell[][]> | Cell[][];
  /** The answer as the Arrow stream that it is sent as, where the rival makes one: measured instead of `rows`. */
  stream?(): Uint8Array;
};

/** Another way to answer the dashboard's questions from the same lines. */
export type Rival = {
  name: string;
  /** Milliseconds that loading the lines took. */
  loadMs: number;
  /** By the name of the question; what is missing here it cannot do or nobody wrote. */
  answers: Record<string, RivalAnswer>;
  /** Why it does not answer the other questions. */
  reason: string;
  close(): Promise<void>;
};

/** Columns of an aggregate list in which rivals agree with us. */
export const aggregateColumns = (name: string) => [
  name,
  'count',
  'qtySum',
  'efPreisSum',
  'pPreisSum',
  'turnoverPotential',
];

/** Columns of the totals of an aggregate list. */
export const totalColumns = aggregateColumns('rowCount');

/** Columns of a filter list. */
export const listColumns = ['id', 'name', 'count', 'turnoverPotential'];

/** Columns of the potential by group, in the order of an aggregate list. */
export const potentialColumns = (name: string) => [
  ...aggregateColumns(name).slice(0, -1),
  'turnoverPotentialSum',
];

/** Columns of the product analysis. */
export const productColumns = [
  'gtin',
  'pharmacode1',
  'pharmacode2',
  'productName',
  'alternativeGTIN',
  'alternativeProductName',
  'qtySum1',
  'qtySum2',
  'efPreisSum',
  'pPreisSum',
  'efPreis2',
  'turnoverPotential',
  'sB20',
  'providerExclusive1',
  'providerExclusive2',
  'coMarketing',
  'coMarketing2',
  'sL1',
  'sL2',
  'deliverability1',
  'deliverability2',
  'deliverabilityWeek1',
  'deliverabilityWeek2',
  'deliverabilityStatus1',
  'deliverabilityStatus2',
  'deliverabilityUpdate1',
  'deliverabilityUpdate2',
  'deliverabilityReportingDate1',
  'deliverabilityReportingDate2',
  'deliverabilityComment2',
  'backInStockDate2',
  'stockOut1',
  'discontinued1',
  'stockOut2',
  'newStockout1',
  'newStockout2',
  'backInStock2',
  'manufacturer',
  'molecule',
  'atc',
  'atcCategory',
  'origin',
  'efPreis1',
  'pPreis1',
  'pPreis2',
  'packFactor',
  'setGTIN',
  'article',
];

export const productTotalColumns = [
  'rowCount',
  'qtySum1',
  'qtySum2',
  'efPreisSum',
  'pPreisSum',
  'turnoverPotential',
];

export const duplicateTotalColumns = ['rowCount', 'sets', 'articles', 'qty1', 'qty2', 'turnoverPotential'];

export const summaryColumns = [
  'turnoverTotal',
  'turnoverOriginal',
  'turnoverGenericum',
  'turnoverOthers',
  'turnoverProvider',
  'potentialTotal',
  'genericQuota',
  'totalQty',
  'totalOriginalQty',
  'totalGenericQty',
  'totalOthersQty',
  'totalProviderQty',
  'genericPenetration',
  'numberOfArticles',
  'numberOfPharmaArticles',
  'existingProviderProducts',
  'totalManufacturer',
  'totalMolecules',
  'alternativeProvider',
  'gxAlternativeProvider',
  'oxProvider',
  'oxProviderWith20Percent',
  'duplicateProducts2',
  'duplicateProducts3',
  'duplicateProducts4',
];

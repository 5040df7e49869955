import { readSlFhir } from './bag-sl-fhir.ts';
import { readSlPrices } from './bag-sl-prices.ts';
import { readCustomers } from './customers.ts';
import { readOwnAttributes } from './own-attributes.ts';
import { readPharmacodes } from './pharmacodes.ts';
import { readExclusivesFile, readPortfolioFile } from './portfolio.ts';
import type { SourceFile, SourceInput, SourceKey } from './rows.ts';
import {
  readDrugshortage,
  readEngpassradar,
  readNationalSupply,
  readOwnStockouts,
  readWholesalerStockouts,
} from './stockout-files.ts';
import { readSwissmedicPacks } from './swissmedic-packs.ts';

/**
 * What reads each source's file. Told by content what it is; a file of another source, a damaged or a hostile one is
 * refused within the time given, with a ReferenceDataError whose code is a translation key below errors.
 */
export const sourceReaders: { [Key in SourceKey]: (input: SourceInput) => Promise<SourceFile<Key>> } = {
  'swissmedic-packs': readSwissmedicPacks,
  'bag-sl-fhir': readSlFhir,
  'bag-sl-prices': readSlPrices,
  pharmacodes: readPharmacodes,
  'own-attributes': readOwnAttributes,
  portfolio: readPortfolioFile,
  exclusives: readExclusivesFile,
  'stockouts-wholesaler': readWholesalerStockouts,
  'stockouts-drugshortage': readDrugshortage,
  'stockouts-engpassradar': readEngpassradar,
  'stockouts-national-supply': readNationalSupply,
  'stockouts-own': readOwnStockouts,
  customers: readCustomers,
};

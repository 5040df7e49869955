import { expect, test } from 'vitest';
import {
  announces,
  headedColumns,
  type TableKey,
} from '#server/reference-data/sources/reading/heading-words.ts';

const isKnown = (source: TableKey, column: string, heading: string) =>
  announces(headedColumns[source][column]!, heading);

test.each([
  ['bag-sl-prices', 'exFactoryPrice', 'FAP'],
  ['bag-sl-prices', 'molecule', 'Principe(s) actif(s)'],
  ['stockouts-drugshortage', 'manufacturer', 'Company'],
  ['stockouts-national-supply', 'comment', 'Commentaire'],
  ['stockouts-own', 'comment', 'Osservazioni'],
  ['swissmedic-packs', 'swissmedicNo', 'Zulassungsnummer / Numéro d’autorisation'],
  ['portfolio', 'gtin', 'GTIN'],
  ['portfolio', 'alternativeGtin', 'Suggested GTIN'],
  ['portfolio', 'alternativeGtin', 'EAN (Ersatz)'],
  ['customers', 'mail', 'Adresse mail'],
  ['customers', 'mail', 'E-Mail-Adresse'],
] as const)('%s has its column %s under %j', (source, column, heading) => {
  expect(isKnown(source, column, heading)).toBe(true);
});

test.each([
  ['bag-sl-prices', 'exFactoryPrice', 'FAP VJ'],
  ['bag-sl-prices', 'exFactoryPrice', 'FAP Abw.'],
  ['bag-sl-prices', 'publicPrice', 'Prix public n-1'],
  ['bag-sl-prices', 'publicPrice', 'Publikumspreis seit'],
  ['portfolio', 'gtin', 'EAN (Ersatz)'],
  ['stockouts-drugshortage', 'status', 'Status seit'],
] as const)('%s has no column %s under %j', (source, column, heading) => {
  expect(isKnown(source, column, heading)).toBe(false);
});

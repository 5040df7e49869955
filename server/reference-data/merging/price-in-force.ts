import type { SlPack, SlPrice } from '../sources/rows.ts';

/** The newest price of a kind whose day is not after `day`; of two of the same day the later entry. */
export function priceInForce(
  prices: readonly SlPrice[],
  kind: SlPrice['kind'],
  day: string,
): SlPrice | undefined {
  return prices
    .filter((price) => price.kind === kind && price.from <= day)
    .reduce<SlPrice | undefined>(
      (best, price) => (!best || price.from >= best.from ? price : best),
      undefined,
    );
}

/** Prices of days after `day`, the next first. */
export function pricesToCome(prices: readonly SlPrice[], day: string): SlPrice[] {
  return prices
    .filter(({ from }) => from > day)
    .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
}

/** Whether a pack is on the Spezialitätenliste on a day, by its listing. */
export function isListed({ listed }: Pick<SlPack, 'listed'>, day: string): boolean {
  return listed !== null && listed.from <= day && (listed.until === '' || listed.until >= day);
}

/**
 * Whether what the FHIR file has said since a day counts before the price file: where its file is not older, or what it
 * says began after the price file's day. A price file that is of a day after the price date waits for it.
 */
export function fhirIsNewer(
  since: string,
  files: { fhir: string | null; prices: string | null; priceDate: string },
): boolean {
  const { fhir, prices, priceDate } = files;
  return prices === null || prices > priceDate || since > prices || (fhir !== null && fhir >= prices);
}

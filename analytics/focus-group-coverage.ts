import type { PooledConnection } from './engine.ts';
import type { FocusGroup } from './focus-groups.ts';
import { sqlFile } from './sql.ts';

/** A product that a focus group can have. */
export type OfferedProduct = {
  gtin: string;
  pharmacode: string | null;
  description: string;
  manufacturer: string | null;
  molecule: string | null;
};

/** How a group stands to a catalogue: products that belong to it, and members that are not there any more. */
export type Coverage = { products: number; goneMolecules: string[]; goneProducts: string[] };

/** The products of the catalogue that a connection stands on, by name. */
export async function offeredProducts({ rows }: PooledConnection): Promise<OfferedProduct[]> {
  return (await rows(sqlFile('focus-groups/choices.sql').text)) as OfferedProduct[];
}

/** Tells of groups how they stand to these products; a product belongs by its GTIN or its molecule, and once. */
export function coverageOf(
  products: readonly Pick<OfferedProduct, 'gtin' | 'molecule'>[],
): (group: Pick<FocusGroup, 'molecules' | 'gtins'>) => Coverage {
  const gtinsOf = Map.groupBy(products, ({ molecule }) => molecule);
  const known = new Set(products.map(({ gtin }) => gtin));
  return ({ molecules, gtins }) => {
    const covered = new Set(gtins.filter((gtin) => known.has(gtin)));
    for (const molecule of molecules) for (const { gtin } of gtinsOf.get(molecule) ?? []) covered.add(gtin);
    return {
      products: covered.size,
      goneMolecules: molecules.filter((molecule) => !gtinsOf.has(molecule)),
      goneProducts: gtins.filter((gtin) => !known.has(gtin)),
    };
  };
}

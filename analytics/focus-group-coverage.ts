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

/**
 * How a group stands to a catalogue: its molecules as the catalogue writes them, products that belong to it, and members
 * that are not there any more.
 */
export type Coverage = {
  molecules: string[];
  products: number;
  goneMolecules: string[];
  goneProducts: string[];
};

/** The products of the catalogue that a connection stands on, by name. */
export async function offeredProducts({ rows }: PooledConnection): Promise<OfferedProduct[]> {
  return (await rows(sqlFile('focus-groups/choices.sql').text)) as OfferedProduct[];
}

/**
 * Tells of groups how they stand to these products; a product belongs by its GTIN or its molecule, and once. A molecule is
 * the same in whichever capitals it is written, as in sql/load/catalogue.sql.
 */
export function coverageOf(
  products: readonly Pick<OfferedProduct, 'gtin' | 'molecule'>[],
): (group: Pick<FocusGroup, 'molecules' | 'gtins'>) => Coverage {
  const ofMolecule = Map.groupBy(products, ({ molecule }) => molecule?.toLowerCase());
  const known = new Set(products.map(({ gtin }) => gtin));
  return ({ molecules, gtins }) => {
    const covered = new Set(gtins.filter((gtin) => known.has(gtin)));
    const written = new Set<string>();
    const goneMolecules: string[] = [];
    for (const molecule of molecules) {
      const found = ofMolecule.get(molecule.toLowerCase()) ?? [];
      for (const { gtin } of found) covered.add(gtin);
      if (found.length === 0) goneMolecules.push(molecule);
      const asKept = found.length === 0 || found.some((each) => each.molecule === molecule);
      written.add(asKept ? molecule : found[0]!.molecule!);
    }
    return {
      molecules: [...written],
      products: covered.size,
      goneMolecules,
      goneProducts: gtins.filter((gtin) => !known.has(gtin)),
    };
  };
}

import type { FilterChoice } from '../filter/filter-offer.ts';

/** A step of the way that led to a page. */
export interface TrailStep {
  /** The page to go back to. */
  path: 'atc' | 'molecules' | 'top_manufacturers';
  choices: Record<string, readonly string[]>;
  /** The group that was followed there. */
  group: 'atc' | 'molecule' | 'manufacturer';
  value: string;
}

/**
 * How a page was reached through the groups it is filtered by, from the widest to the narrowest: ATC group, molecule
 * or manufacturer. A filter of several values was chosen on the page itself and is no way to it.
 */
export function trailSteps(page: string, filters: FilterChoice): TrailStep[] {
  const { atc = [], molecule = [], manufacturer = [] } = filters;
  const steps: TrailStep[] = [];
  if (page !== 'atc' && atc.length === 1) {
    steps.push({ path: 'atc', choices: {}, group: 'atc', value: atc[0] as string });
  }
  if (page === 'products' && molecule.length === 1) {
    steps.push({ path: 'molecules', choices: { atc }, group: 'molecule', value: molecule[0] as string });
  }
  if (page === 'products' && manufacturer.length === 1) {
    steps.push({
      path: 'top_manufacturers',
      choices: {},
      group: 'manufacturer',
      value: manufacturer[0] as string,
    });
  }
  return steps;
}

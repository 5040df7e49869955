import type { Column } from '../../api/products.ts';

/** Fields of a product in the order in which they are shown. */
export const columns = [
  'description',
  'manufacturer',
  'pharmacode',
  'atc',
  'molecule',
  'form',
  'strength',
  'packSize',
  'unit',
  'origin',
  'sl',
  'sB20',
  'biological',
  'coMarketing',
  'exFactoryPrice',
  'publicPrice',
  'swissmedicNo',
  'category',
] as const satisfies readonly Column[];

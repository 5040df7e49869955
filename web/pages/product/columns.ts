import type { Column } from '../../api/products.ts';

/** Fields of a product in the order in which they are shown; one that is missing here is a type error. */
const shown: Record<Column, true> = {
  description: true,
  manufacturer: true,
  pharmacode: true,
  atc: true,
  molecule: true,
  form: true,
  strength: true,
  packSize: true,
  unit: true,
  origin: true,
  sl: true,
  sB20: true,
  biological: true,
  coMarketing: true,
  exFactoryPrice: true,
  publicPrice: true,
  swissmedicNo: true,
  category: true,
};

export const columns = Object.keys(shown) as Column[];

import { GTIN, identify, NONE, PHARMACODE } from '../../../statistics/lines/recognition/identifiers.ts';

/** A GTIN as 13 digits however it was written; '' for nothing, null for what is none. */
export function toGtin(text: string): string | null {
  if (text === '') return '';
  const { shape, digits } = identify(text);
  if (shape === NONE) return '';
  return shape === GTIN ? digits : null;
}

/** A Pharmacode as 7 digits, with the zeros that Excel drops; '' for nothing, null for what is none. */
export function toPharmacode(text: string): string | null {
  if (text === '') return '';
  const { shape, digits } = identify(text);
  if (shape === NONE) return '';
  return shape === PHARMACODE ? digits : null;
}

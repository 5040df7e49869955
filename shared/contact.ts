import { z } from 'zod';
import { text } from './fields.ts';

const address = z.email().max(255);

/** A contact in free text; e-mail addresses in it must be valid. */
export function contact(most: number) {
  return text(most)
    .trim()
    .refine(
      (value) => addressesIn(value).every((word) => address.safeParse(word).success),
      'has an e-mail address that is none',
    );
}

/** A contact that may be used for mail: exactly one e-mail address, or text without an @. */
export function writtenContact() {
  return text()
    .trim()
    .refine(
      (value) => !value.includes('@') || address.safeParse(value).success,
      'must be one e-mail address, or text without an @',
    );
}

/** The words around each @, without brackets and punctuation. */
function addressesIn(value: string): string[] {
  return value
    .split(/[\s,;<>()[\]"«»/|]+/)
    .filter((word) => word.includes('@'))
    .map((word) => word.replace(/^(mailto:|[:.'’])+|[.:'’!?]+$/g, ''));
}

const oneLine = (most: number) =>
  text(most)
    .trim()
    .regex(/^\P{Cc}*$/u, 'must be one line');

/** Contact details of the provider in footer, orders and mails. */
export const contactFields = {
  address: oneLine(255),
  phone: oneLine(50).regex(/^[+\d\s()/.\-–]*$/, 'must be a telephone number'),
  email: z.email('must be an e-mail address').max(255),
};

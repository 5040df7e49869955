import { z } from 'zod';
import { text } from './fields.ts';

const address = z.email().max(255);

/** A contact in free text; what looks like an e-mail address in it must be one. */
export function contact(most: number) {
  return text(most)
    .trim()
    .refine(
      (value) => addressesIn(value).every((word) => address.safeParse(word).success),
      'has an e-mail address that is none',
    );
}

/** A contact that is written to where it is an e-mail address: one address and nothing else, or text without an @. */
export function writtenContact() {
  return text()
    .trim()
    .refine(
      (value) => !value.includes('@') || address.safeParse(value).success,
      'must be one e-mail address, or text without an @',
    );
}

/** What stands around an @, without the brackets and punctuation around that. */
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

/** What footer, orders and mails can show of the provider, wherever it is set. */
export const contactFields = {
  address: oneLine(255),
  phone: oneLine(50).regex(/^[+\d\s()/.\-–]*$/, 'must be a telephone number'),
  email: z.email('must be an e-mail address').max(255),
};

import { z } from 'zod';
import { text } from './fields.ts';

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

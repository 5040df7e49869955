import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { LONGEST_NOTE } from '#shared/limits.ts';
import { customerNote } from '#shared/schemas/customer-page.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { inTransaction } from '../platform/database/query.ts';
import { gone } from '../platform/errors.ts';
import { recordChange } from '../platform/record-audit.ts';
import { deleteNote, insertNote } from './note-queries.ts';

/** Notes of representatives about a customer. */
export function customerNoteRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/customers/:number/notes',
      summary:
        'Notes something of a customer and answers with it; for whoever may see a statistic of theirs. It is read by its author, whoever is above or replaces them, full data access and administrators.',
      access: 'signedIn',
      costs: 'note',
      audit: null,
      announces: false,
      params: z.object({ number: text() }),
      objects: { number: 'seenCustomer' },
      body: z.strictObject({ text: text(LONGEST_NOTE).trim().min(1) }),
      answer: customerNote,
      handle: (_ctx, { found: { number }, body, user }) =>
        inTransaction(pool, (client) => insertNote(client, number.externalId, user, body.text)),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/customers/:number/notes/:note',
      summary: 'Deletes a note: its author, and administrators.',
      access: 'signedIn',
      audit: 'customer-note.deleted',
      announces: false,
      params: z.object({ number: text(), note: pathId }),
      objects: { number: 'seenCustomer', note: 'noteToDelete' },
      async handle(ctx, { found: { note }, user }) {
        await inTransaction(pool, async (client) => {
          if (!(await deleteNote(client, note.id))) throw gone();
          if (note.authorId === user.id) return;
          await recordChange(client, {
            by: user,
            action: 'customer-note.deleted',
            subject: 'customer-note',
            subjectKey: note.externalId,
            subjectName: note.writtenBy,
          });
        });
        ctx.status = 204;
      },
    }),
  ];
}

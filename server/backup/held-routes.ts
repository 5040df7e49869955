import { z } from 'zod';
import { held, heldKinds } from '#shared/schemas/held.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { inTransaction } from '../platform/database/query.ts';
import { listHeld, releaseHeld } from '../platform/database/restore-hold.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { gone } from '../platform/errors.ts';
import { recordChange } from '../platform/record-audit.ts';

/** What is held in a restored portal until an administrator releases it. */
export function heldRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/held',
      summary: 'What is held since the portal was restored from a backup.',
      access: 'admin',
      answer: z.array(held),
      handle: () => listHeld(pool),
    }),
    defineRoute({
      method: 'post',
      path: '/api/held/:kind/release',
      summary:
        'Releases a kind of what is held; the answer is what still is. dropMails: mails of alerts that waited are not sent. staging: says that the portal is the one of production from now on, and drops the orders that were made as tests.',
      access: 'admin',
      audit: 'held.released',
      announces: true,
      params: z.object({ kind: z.enum(heldKinds) }),
      objects: { kind: 'administered' },
      body: z.strictObject({ dropMails: z.boolean().default(false) }),
      answer: z.array(held),
      async handle(_ctx, { params: { kind }, body: { dropMails }, user }) {
        await inTransaction(pool, async (client) => {
          const released = await releaseHeld(client, kind, dropMails);
          if (!released) throw gone();
          const { since, count, mails } = released;
          await recordChange(client, {
            by: user,
            action: 'held.released',
            subject: 'held',
            subjectKey: kind,
            subjectName: kind,
            before: { since, count },
            after: kind === 'alerts' ? { mails: dropMails ? 0 : mails } : {},
          });
        });
        return listHeld(pool);
      },
    }),
  ];
}

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { missingProducts, newsSince } from '#analytics/alerts.ts';
import { todayInZurich } from '#analytics/context.ts';
import { customerCounts } from '#analytics/customers.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { User } from '../answers/user.ts';
import type { AskCustomers } from '../customers/my-customers.ts';
import { deleteAlertMail, insertAlertMail, lockAlertMail, postponeAlertMail } from '../db/alert-mails.ts';
import { type Due, lockDue, noteTold } from '../db/alerts.ts';
import { stockoutListDate } from '../db/catalogue.ts';
import { inTransaction, type Queryable } from '../db/query.ts';
import { insertUnsubscribeToken } from '../db/unsubscribe-tokens.ts';
import type { Revisions } from '../following/revisions.ts';
import type { Mailer } from '../mail.ts';
import { mailFailure } from '../mail-failure.ts';
import { hashToken } from '../sign-in/hash-token.ts';
import type { Language } from '../words/messages.ts';
import { alertMail, type Told } from './alert-mail.ts';

type Parts = {
  pool: Pool;
  mailer: Mailer;
  statistics: Statistics;
  ask: AskCustomers;
  onError: (error: unknown) => void;
  /** Whether to stop after the mail under way. */
  isEnding: () => boolean;
};

/**
 * Writes the mails that are due and sends those that are written. Each is written in the transaction that notes what the
 * user was told, and sent in one that holds it: however many processes share the work and are killed at it, no mail is
 * written twice or lost. One is sent twice, under the same Message-ID, only when a process ends between the mail server's
 * word that it has it and the note of that.
 */
export function createAlertSender({ pool, mailer, statistics, ask, onError, isEnding }: Parts) {
  /** What was missing in revisions that users were last told of; mostly they are the same few. */
  const missing = new LRUCache<string, string>({ max: 8 });

  return { writeDue, sendWritten };

  async function writeDue(revisions: Revisions, portalUrl: string): Promise<void> {
    const failed: number[] = [];
    for (let going = true; going && !isEnding(); ) {
      let userId: number | undefined;
      try {
        await inTransaction(pool, async (client) => {
          const due = await lockDue(client, revisions.stockouts, failed);
          going = due !== undefined;
          if (!due) return;
          userId = due.user.id;
          const mailed = await writeMail(client, due, revisions, portalUrl);
          await noteTold(client, userId, revisions.stockouts, mailed);
        });
      } catch (error) {
        onError(error);
        // Whose mail can't be written must not keep the others waiting; without anybody's it is the database.
        if (userId === undefined) return;
        failed.push(userId);
      }
    }
  }

  /** Puts the mail of a user among those to be sent; false where there is nothing to tell. */
  async function writeMail(
    client: Queryable,
    { user, told, choice }: Due,
    revisions: Revisions,
    portalUrl: string,
  ): Promise<boolean> {
    if (told >= revisions.stockouts || (await stockoutListDate(client, told)) === undefined) return false;
    const listDate = await stockoutListDate(client, revisions.stockouts);
    if (listDate === undefined) return false;
    const before = await missingAt({ ...revisions, stockouts: told });
    const news = await statistics.onMarket(revisions, undefined, (tables) => newsSince(tables, before));
    const wanted = news.filter(({ kind }) => choice[kind]);
    const customers = await countCustomers(
      user,
      wanted.map(({ gtin }) => gtin),
    );
    const items: Told[] = wanted
      .map((each) => ({ ...each, customers: customers.get(each.gtin) ?? 0 }))
      .filter((each) => each.kind !== 'replaceable' || each.customers > 0)
      .toSorted((one, other) => other.customers - one.customers);
    if (items.length === 0) return false;
    const unsubscribeToken = randomBytes(32).toString('base64url');
    await insertUnsubscribeToken(client, hashToken(unsubscribeToken), user.id);
    const mail = alertMail(items, {
      language: user.language as Language,
      name: user.name,
      portalUrl,
      listDate,
      frequency: choice.frequency === 'weekly' ? 'weekly' : 'daily',
      unsubscribeToken,
    });
    await insertAlertMail(client, user.id, mail);
    return true;
  }

  /** How many of the user's customers buy each product. */
  async function countCustomers(user: User, gtins: readonly string[]): Promise<ReadonlyMap<string, number>> {
    // Of none it would count all that are missing.
    if (gtins.length === 0) return new Map();
    const today = todayInZurich();
    const counts = await ask({ user, gtins, today }, (tables, mine) =>
      customerCounts(tables, mine, gtins, today),
    );
    return new Map(counts.map(({ gtin, customers }) => [gtin, customers]));
  }

  async function missingAt(revisions: Revisions): Promise<string> {
    const key = `${revisions.catalogue}.${revisions.stockouts}`;
    const known = missing.get(key);
    if (known !== undefined) return known;
    const gtins = await statistics.onMarket(revisions, undefined, missingProducts);
    missing.set(key, gtins);
    return gtins;
  }

  async function sendWritten(): Promise<void> {
    while (!isEnding()) {
      const found = await inTransaction(pool, async (client) => {
        const written = await lockAlertMail(client);
        if (!written) return false;
        try {
          await mailer.send({ to: written.to, ...written.mail });
          await deleteAlertMail(client, written.id);
        } catch (error) {
          onError(mailFailure('A mail', error));
          await postponeAlertMail(client, written.id);
        }
        return true;
      });
      if (!found) return;
    }
  }
}

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import { customerCounts } from '#analytics/customers.ts';
import type { Statistics } from '#analytics/statistics.ts';
import { missingProducts, newsSince } from '#analytics/stockout-news.ts';
import type { Language } from '#shared/languages.ts';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import type { Mailer } from '../../mail/send-mail.ts';
import { insertMail } from '../../mail/waiting-mail-queries.ts';
import { createWaitingMails, type WaitingMails } from '../../mail/waiting-mails.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import type { Revisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { stockoutListDate } from '../../reference-data/publishing/catalogue-queries.ts';
import { onCurrentRevisions } from '../../statistics/views/view-tables.ts';
import type { AskCustomers } from '../call-list/my-customers.ts';
import { alertMail, type Told, type WrittenMail } from './alert-mail.ts';
import { type Due, findDue, insertUnsubscribeToken, lockDue, noteTold } from './alert-queries.ts';

/** Tells users by mail what is new among the stock-outs. */
export type AlertMails = {
  /** Looks for mails that are due now, whenever a list is published, and every minute. Links lead to `portalUrl`. */
  begin(portalUrl: string): void;
} & Pick<WaitingMails, 'look' | 'end'>;

type AlertMailParts = {
  pool: Pool;
  mailer: Mailer;
  statistics: Statistics;
  ask: AskCustomers;
  changes: Changes;
  currentRevisions: () => Promise<Revisions>;
  onError: (error: unknown) => void;
};

/** Any number of processes can do so at the same time. */
export function createAlertMails(parts: AlertMailParts): AlertMails {
  const { pool, mailer, changes, currentRevisions, onError } = parts;
  const { writeDue } = createAlertWriter(parts);
  let mails: WaitingMails | undefined;

  return {
    begin(portalUrl) {
      mails = createWaitingMails<WrittenMail>({
        pool,
        mailer,
        kinds: ['alert'],
        what: 'A mail',
        write: async ({ to, content }) => ({ to, ...content }),
        writeDue: (isEnding) => tell(portalUrl, isEnding),
        onError,
      });
      mails.look();
      changes.on('stockouts', mails.look);
      changes.onBack(mails.look);
    },
    look: () => mails?.look() ?? Promise.resolve(),
    end: () => mails?.end() ?? Promise.resolve(),
  };

  async function tell(portalUrl: string, isEnding: () => boolean): Promise<void> {
    try {
      await writeDue(await currentRevisions(), portalUrl, isEnding);
    } catch (error) {
      // Without reference data nothing is new.
      if (!(error instanceof AppError)) onError(error);
    }
  }
}

type Parts = Pick<AlertMailParts, 'pool' | 'statistics' | 'ask' | 'currentRevisions' | 'onError'>;

type Reckoned = { mail: WrittenMail; unsubscribeToken: string };

/**
 * Writes the mails that are due, each in the transaction that notes what the user was told, unless somebody else was faster:
 * however many processes share the work and are killed at it, no mail is written twice. One is sent twice, under the same
 * Message-ID, only when a process, or its connection to the mail server, ends between the mail's end and the note of the mail
 * server's word.
 */
function createAlertWriter({ pool, statistics, ask, currentRevisions, onError }: Parts) {
  /** What was missing in revisions that users were last told of; mostly they are the same few. */
  const missing = new LRUCache<string, string>({ max: 8 });

  return { writeDue };

  async function writeDue(revisions: Revisions, portalUrl: string, isEnding: () => boolean): Promise<void> {
    const passedOver: number[] = [];
    while (!isEnding()) {
      let due: Due | undefined;
      try {
        due = await findDue(pool, revisions.stockouts, passedOver);
        if (!due) return;
        if (!(await reckonAndWrite(due, portalUrl))) passedOver.push(due.user.id);
      } catch (error) {
        onError(error);
        // Whose mail can't be written must not keep the others waiting; without anybody's it is the database.
        if (!due) return;
        passedOver.push(due.user.id);
      }
    }
  }

  /** Of what is published by then; false where what was due is not any more, or somebody else is at it. */
  function reckonAndWrite(due: Due, portalUrl: string): Promise<boolean> {
    return onCurrentRevisions(currentRevisions, async (revisions) =>
      write(due, await reckonMail(due, revisions, portalUrl), revisions.stockouts),
    );
  }

  function write(due: Due, reckoned: Reckoned | undefined, stockouts: number): Promise<boolean> {
    return inTransaction(pool, async (client) => {
      if (!(await lockDue(client, due))) return false;
      const { id } = due.user;
      if (reckoned) {
        await insertUnsubscribeToken(client, hashToken(reckoned.unsubscribeToken), id);
        const content = reckoned.mail;
        await insertMail(client, { kind: 'alert', guarantee: 'at least once', subscriberId: id, content });
      }
      await noteTold(client, id, stockouts, reckoned !== undefined);
      return true;
    });
  }

  /** The mail of a user; nothing where there is nothing to tell. */
  async function reckonMail(
    { user, told, choice }: Due,
    revisions: Revisions,
    portalUrl: string,
  ): Promise<Reckoned | undefined> {
    if (told >= revisions.stockouts || (await stockoutListDate(pool, told)) === undefined) return undefined;
    const listDate = await stockoutListDate(pool, revisions.stockouts);
    if (listDate === undefined) return undefined;
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
    if (items.length === 0) return undefined;
    const unsubscribeToken = randomBytes(32).toString('base64url');
    const mail = alertMail(items, {
      language: user.language as Language,
      name: user.name,
      portalUrl,
      listDate,
      today: todayInZurich(),
      frequency: choice.frequency === 'weekly' ? 'weekly' : 'daily',
      unsubscribeToken,
    });
    return { mail, unsubscribeToken };
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
    const key = `${revisions.catalogue}.${revisions.stockouts}.${revisions.history}`;
    const known = missing.get(key);
    if (known !== undefined) return known;
    const products = await statistics.onMarket(revisions, undefined, missingProducts);
    missing.set(key, products);
    return products;
  }
}

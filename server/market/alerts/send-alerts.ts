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

/** Mails users what is new among the stock-outs. */
export type AlertMails = {
  /** Checks for due mails now, upon every publication, and every minute. Links begin with `portalUrl`. */
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

/** Several processes can do so concurrently. */
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
      // Without reference data there is no news.
      if (!(error instanceof AppError)) onError(error);
    }
  }
}

type Parts = Pick<AlertMailParts, 'pool' | 'statistics' | 'ask' | 'currentRevisions' | 'onError'>;

type Reckoned = { mail: WrittenMail; unsubscribeToken: string };

/**
 * Writes due mails, each in the transaction that records what the user was told, unless another process was faster: no
 * mail is written twice, however many processes run or are killed. A mail is sent twice, under the same Message-ID, only
 * when a process or its connection to the mail server ends after the mail was sent and before that was recorded.
 */
function createAlertWriter({ pool, statistics, ask, currentRevisions, onError }: Parts) {
  /** Missing products by revision that users were last told of; mostly the same few. */
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
        // One user's failure must not block the others; a failure without a user is the database's.
        if (!due) return;
        passedOver.push(due.user.id);
      }
    }
  }

  /** Works on the newest revisions; false where the mail is not due any more, or another process handles it. */
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

  /** The mail of a user; undefined without news. */
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
    // An empty list would mean all missing products.
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Queryable } from '../platform/database/query.ts';
import type { Mail, Mailer } from './send-mail.ts';
import { isRefusedForGood, mailFailure } from './send-mail.ts';
import {
  type ClaimedMail,
  claimMail,
  countTried,
  type MailKind,
  makeMailsDue,
  noteMailEnd,
  noteMailRefused,
  noteMailTaken,
  noteMailUnknown,
  postponeMail,
} from './waiting-mail-queries.ts';

/** Interval at which all processes check for mails left by others, and postponed ones. */
const INTERVAL_MILLISECONDS = 60_000;
/** Longest wait for the mail server at shutdown; then the mail is treated as one of a killed process. */
const END_MILLISECONDS = 10_000;
/** Longest wait for the result of trying all mails. */
const PATIENCE_MILLISECONDS = 20_000;

/** Sends queued mails. */
export type WaitingMails = {
  /**
   * Checks now, and every minute; a check that waits for the one before sees what happened meanwhile. Resolves when all
   * due mails have been tried.
   */
  look(): Promise<void>;
  /** Sends these now; returns whether the mail server accepted them. Others are retried. */
  send(ids: readonly number[]): Promise<boolean>;
  /** Stops; resolves when the current mail is sent, or the mail server is too slow. */
  end(): Promise<void>;
};

type Parts<Content> = {
  pool: Pool;
  mailer: Mailer;
  kinds: readonly MailKind[];
  /** Name of such a mail in log entries. */
  what: string;
  write: (claimed: ClaimedMail<Content>) => Promise<Mail>;
  /** Queues what is due, before each check. */
  writeDue?: (isEnding: () => boolean) => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Tries all queued mails, and returns the result after `PATIENCE_MILLISECONDS` at the latest; the rest is tried
 * afterwards.
 */
export async function tryWaitingMails(
  db: Queryable,
  senders: readonly Pick<WaitingMails, 'look'>[],
): Promise<{ sent: number; waiting: number }> {
  const ids = await makeMailsDue(db);
  const looks = Promise.all(senders.map((sender) => sender.look()));
  await Promise.race([looks, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })]);
  return countTried(db, ids);
}

/**
 * Several processes can send concurrently: each mail is claimed by its sender. If a claim runs out while waiting for the
 * mail server and the mail is claimed again, only the newest claim may send its end, and is then extended. However many
 * processes are killed, no mail is lost. Where a mail's end was given and the outcome is unknown, one sent at least once
 * is sent again, and one sent at most once waits for its sender's decision; so does a permanently refused one.
 */
export function createWaitingMails<Content>(parts: Parts<Content>): WaitingMails {
  const { pool, mailer, kinds, what, write, writeDue, onError } = parts;
  let ended = false;
  let running = Promise.resolve();
  let waiting = false;
  /** Accepted mails that could not be recorded because the database failed: recorded before anything else is claimed. */
  const taken = new Map<number, ClaimedMail<Content>>();
  const timer = setInterval(look, INTERVAL_MILLISECONDS);
  timer.unref();

  return {
    look,
    async send(ids) {
      const sent = await Promise.all(
        ids.map(async (id) => {
          const claimed = await claimMail<Content>(pool, kinds, id);
          // Another process was faster.
          return claimed ? sendClaimed(claimed) : true;
        }),
      );
      return sent.every(Boolean);
    },
    end() {
      ended = true;
      clearInterval(timer);
      return Promise.race([running, sleep(END_MILLISECONDS, undefined, { ref: false })]);
    },
  };

  function look(): Promise<void> {
    if (waiting || ended) return running;
    waiting = true;
    running = running.then(async () => {
      waiting = false;
      await sendWaiting().catch(onError);
    });
    return running;
  }

  async function sendWaiting(): Promise<void> {
    await writeDue?.(() => ended);
    while (!ended) {
      await noteTaken();
      const claimed = await claimMail<Content>(pool, kinds, null);
      if (!claimed) return;
      await sendClaimed(claimed);
    }
  }

  async function sendClaimed(claimed: ClaimedMail<Content>): Promise<boolean> {
    if (claimed.isEndGiven) {
      await noteMailUnknown(pool, claimed);
      return false;
    }
    let isGiven = false;
    const beforeEnd = async () => {
      await noteMailEnd(pool, claimed);
      isGiven = true;
    };
    try {
      await mailer.send({ ...(await write(claimed)), beforeEnd });
    } catch (error) {
      onError(mailFailure(what, error));
      // A refusal has a response code.
      const isRefused = (error as { responseCode?: number }).responseCode !== undefined;
      const isOnce = claimed.guarantee === 'at most once';
      const isUnknown = isGiven && !isRefused && isOnce;
      const note = isUnknown
        ? noteMailUnknown
        : isOnce && isRefusedForGood(error)
          ? noteMailRefused
          : postponeMail;
      await note(pool, claimed);
      return false;
    }
    taken.set(claimed.id, claimed);
    await noteTaken();
    return true;
  }

  async function noteTaken(): Promise<void> {
    for (const [id, claim] of taken) {
      await noteMailTaken(pool, claim);
      taken.delete(id);
    }
  }
}

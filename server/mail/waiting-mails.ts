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

/** What one process leaves waiting, and mails that were put off, are looked at by all. */
const INTERVAL_MILLISECONDS = 60_000;
/** A process that ends waits so long for the mail server; then the mail is as one whose process was killed. */
const END_MILLISECONDS = 10_000;
/** Whoever has all mails tried waits so long for an answer. */
const PATIENCE_MILLISECONDS = 20_000;

/** Sends mails that wait for it. */
export type WaitingMails = {
  /**
   * Looks for some now, and every minute; what happens while a look waits for the one before, it sees too. Resolves when it has
   * tried all that were due.
   */
  look(): Promise<void>;
  /** Sends these now; gives whether the mail server took them. One that it did not take is tried again. */
  send(ids: readonly number[]): Promise<boolean>;
  /** Looks no more; resolves when the mail under way is sent, or the mail server is too slow with it. */
  end(): Promise<void>;
};

type Parts<Content> = {
  pool: Pool;
  mailer: Mailer;
  kinds: readonly MailKind[];
  /** Names such a mail where one fails. */
  what: string;
  write: (claimed: ClaimedMail<Content>) => Promise<Mail>;
  /** Puts among those to be sent what is due, before each look. */
  writeDue?: (isEnding: () => boolean) => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Tries all that wait, without their waiting times, and tells what has become of it after `PATIENCE_MILLISECONDS` at the latest;
 * what was not tried by then is after it.
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
 * Any number of processes can do so at the same time. Each mail is claimed by whoever sends it. Of one that waited for the
 * mail server until its claim ran out, and was claimed again, only the newest claim gives the mail server its end, and has it
 * for as long again from then on. However many are killed at it, none is lost. Where a mail's end was given and nobody knows
 * more, one that is sent at least once is sent again, and one that is sent at most once waits for its sender's word; so does
 * one of these that was refused for good.
 */
export function createWaitingMails<Content>(parts: Parts<Content>): WaitingMails {
  const { pool, mailer, kinds, what, write, writeDue, onError } = parts;
  let ended = false;
  let running = Promise.resolve();
  let waiting = false;
  /** What the mail server has, and could not be noted because the database failed: before anything else is claimed it is. */
  const taken = new Map<number, ClaimedMail<Content>>();
  const timer = setInterval(look, INTERVAL_MILLISECONDS);
  timer.unref();

  return {
    look,
    async send(ids) {
      const sent = await Promise.all(
        ids.map(async (id) => {
          const claimed = await claimMail<Content>(pool, kinds, id);
          // Somebody else was faster.
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
      // A mail server that refuses says so.
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

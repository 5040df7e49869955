import type { Pool } from 'pg';
import type { Statistics } from '#analytics/statistics.ts';
import type { AskCustomers } from '../customers/my-customers.ts';
import { AppError } from '../errors.ts';
import type { Changes } from '../following/changes.ts';
import type { Revisions } from '../following/revisions.ts';
import type { Mailer } from '../mail.ts';
import { createAlertSender } from './send-alerts.ts';

/** Mails that are put off are looked at again. */
const INTERVAL_MILLISECONDS = 60_000;

/** Tells users by mail what is new among the stock-outs. */
export type AlertMails = {
  /** Looks for mails that are due now, whenever a list is published, and every minute. Links lead to `portalUrl`. */
  begin(portalUrl: string): void;
  /** Resolves when the mail under way is sent. */
  end(): Promise<void>;
};

type Parts = {
  pool: Pool;
  mailer: Mailer;
  statistics: Statistics;
  ask: AskCustomers;
  changes: Changes;
  currentRevisions: () => Promise<Revisions>;
  onError: (error: unknown) => void;
};

/** Any number of processes can do so at the same time. */
export function createAlertMails(parts: Parts): AlertMails {
  const { changes, currentRevisions, onError } = parts;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let waiting = false;
  const sender = createAlertSender({ ...parts, isEnding: () => ended });

  return {
    begin(portalUrl) {
      const look = () => lookAgain(portalUrl);
      look();
      changes.on('stockouts', look);
      changes.onBack(look);
      timer = setInterval(look, INTERVAL_MILLISECONDS);
      timer.unref();
    },
    end() {
      ended = true;
      clearInterval(timer);
      return running;
    },
  };

  /** One look after the other; what happens while one waits, it sees too. */
  function lookAgain(portalUrl: string): void {
    if (waiting || ended) return;
    waiting = true;
    running = running.then(async () => {
      waiting = false;
      try {
        await sender.writeDue(await currentRevisions(), portalUrl);
      } catch (error) {
        // Without reference data nothing is new.
        if (!(error instanceof AppError)) onError(error);
      }
      await sender.sendWritten().catch(onError);
    });
  }
}

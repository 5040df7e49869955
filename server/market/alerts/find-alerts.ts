import type { Pool } from 'pg';
import type { Statistics } from '#analytics/statistics.ts';
import type { Mailer } from '../../mail/send-mail.ts';
import { createWaitingMails, type WaitingMails } from '../../mail/waiting-mails.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import type { Revisions } from '../../platform/cache-invalidation/revisions.ts';
import { AppError } from '../../platform/errors.ts';
import type { AskCustomers } from '../call-list/my-customers.ts';
import type { WrittenMail } from './alert-queries.ts';
import { createAlertWriter } from './send-alerts.ts';

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

import type { Pool } from 'pg';
import type { Statistics } from '#analytics/statistics.ts';
import { lookForMails, type MailLooks } from '../../mail/poll-mails.ts';
import type { Mailer } from '../../mail/send-mail.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import type { Revisions } from '../../platform/cache-invalidation/revisions.ts';
import { AppError } from '../../platform/errors.ts';
import type { AskCustomers } from '../call-list/my-customers.ts';
import { createAlertSender } from './send-alerts.ts';

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
  let looks: MailLooks | undefined;
  const sender = createAlertSender({ ...parts, isEnding: () => looks?.isEnding() ?? false });

  return {
    begin(portalUrl) {
      looks = lookForMails(() => tellAndSend(portalUrl), onError);
      looks.look();
      changes.on('stockouts', looks.look);
      changes.onBack(looks.look);
    },
    end: () => looks?.end() ?? Promise.resolve(),
  };

  async function tellAndSend(portalUrl: string): Promise<void> {
    try {
      await sender.writeDue(await currentRevisions(), portalUrl);
    } catch (error) {
      // Without reference data nothing is new.
      if (!(error instanceof AppError)) onError(error);
    }
    await sender.sendWritten();
  }
}

import type { Dependencies as Below } from '../reference-data/dependencies.ts';
import type { AlertMails } from './alerts/send-alerts.ts';
import type { AskCustomers } from './call-list/my-customers.ts';
import type { FollowedFeed } from './feeds/feed-queries.ts';

export type Dependencies = Below & {
  alertMails: AlertMails;
  askCustomers: AskCustomers;
  followFeed: (token: string) => Promise<FollowedFeed>;
};

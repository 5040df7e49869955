import type { WaitingMails } from '../mail/waiting-mails.ts';
import type { Dependencies as Below } from '../statistics/dependencies.ts';

export type Dependencies = Below & { orderMails: WaitingMails };

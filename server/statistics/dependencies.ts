import type { Dependencies as Below } from '../accounts/dependencies.ts';
import type { IncomingFiles } from '../http/request/incoming-files.ts';
import type { Feeding } from './feeding-statistic/feeding-queries.ts';
import type { StatisticLink } from './statistic-queries.ts';
import type { ImportOutcome } from './uploads/import-statistic.ts';
import type { Usage } from './views/count-usage.ts';
import type { Results } from './views/results.ts';

export type Dependencies = Below & {
  incoming: IncomingFiles;
  metrics: { importEnded(outcome: ImportOutcome): void };
  results: Results;
  /** Part of every view's key; see statistics/views/results.ts. */
  answerVersion: string;
  usage: Usage;
  followLink: (directLinkId: string) => Promise<StatisticLink>;
  /** The statistic whose quantities stand for the market, if there is one, and for whom it does. */
  feedingStatistic: () => Promise<Feeding | undefined>;
  /** The template that an administrator has uploaded, if there is one. */
  visitTemplate: () => Promise<Uint8Array | undefined>;
};

import { semaphoreFigures } from '#analytics/semaphore.ts';
import { operationState, triedMails } from '#shared/schemas/operation.ts';
import { languageOf } from '../http/answer-errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { tryWaitingMails } from '../mail/waiting-mails.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { build } from '../platform/build.ts';
import { findAll } from './findings.ts';

/** By the names that places have. */
const placeKeys = {
  'DuckDB place': 'query',
  'DuckDB place for bulk work': 'bulk',
  'turn to open a statistic': 'opening',
  thread: 'thread',
} as const;

/** What an operator looks at, for administrators. */
export function operationRoutes({
  config,
  pool,
  settings,
  mailer,
  statistics,
  results,
  bulkPool,
  orderMails,
  accountMails,
  alertMails,
}: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/operation/waiting-mails/try',
      summary:
        'Tries at once all mails that wait, of every kind, and answers when it has, or after twenty seconds, after which it goes on. What waits for a word of its sender stays.',
      access: 'admin',
      audit: { none: 'changes nothing: mails go out as they would later' },
      announces: false,
      answer: triedMails,
      handle: () => tryWaitingMails(bulkPool, [orderMails, accountMails, alertMails]),
    }),
    defineRoute({
      method: 'get',
      path: '/api/operation/state',
      summary: 'What is found about the installation, and what the process that answers is at.',
      access: 'admin',
      answer: operationState,
      async handle(ctx) {
        const open = statistics.open();
        return {
          findings: await findAll({ config, mailer }, { pool, config, settings, language: languageOf(ctx) }),
          process: {
            ...build,
            startedAt: new Date(Date.now() - performance.now()).toISOString(),
            memoryBytes: process.memoryUsage.rss(),
            openStatistics: open.statistics,
            openBytes: Math.round(open.bytes),
            openBytesLimit: config.statisticsMemoryBytes,
            cacheBytes: results.figures().bytes,
            cacheBytesLimit: config.resultCacheBytes,
            places: Object.entries(placeKeys).flatMap(([name, place]) => {
              const figures = semaphoreFigures().get(name);
              return figures
                ? [{ place, most: figures.most, held: figures.held, waiting: figures.waiting }]
                : [];
            }),
          },
        };
      },
    }),
  ];
}

import type { Logger } from 'pino';
import { openEngine } from '#analytics/engine.ts';
import { holdStatistics } from '#analytics/statistics.ts';
import { createAccountMails, insertResetMail } from '../accounts/account-mails.ts';
import { createResetPassword } from '../accounts/passwords/reset-password.ts';
import { createSetupLinks } from '../accounts/setup-link.ts';
import { createSignIn } from '../accounts/sign-in/sign-in.ts';
import { watchSessions } from '../accounts/sign-in/watch-sessions.ts';
import { backUpNightly } from '../backup/nightly-backups.ts';
import type { Config } from '../config.ts';
import type { IncomingFiles } from '../http/request/incoming-files.ts';
import { createMailer } from '../mail/send-mail.ts';
import { createAlertMails } from '../market/alerts/send-alerts.ts';
import { loadCustomersAhead } from '../market/call-list/load-ahead.ts';
import { holdMyCustomers } from '../market/call-list/my-customers.ts';
import type { Dependencies as MarketDependencies } from '../market/dependencies.ts';
import { followFeeds } from '../market/feeds/feed-queries.ts';
import { createMetrics, type Metrics } from '../operation/metrics.ts';
import { createReadiness } from '../operation/readiness.ts';
import { createOrderMails } from '../orders/mail-order.ts';
import { openAnnouncer } from '../platform/cache-invalidation/announcer.ts';
import { listenForChanges } from '../platform/cache-invalidation/changes.ts';
import { dropSuperseded, followRevisions } from '../platform/cache-invalidation/revisions.ts';
import type { Pools } from '../platform/database/pool.ts';
import { followSettings } from '../platform/settings/setting-queries.ts';
import { storeProviderCompanies } from '../reference-data/provider-queries.ts';
import { publishOnTheirDays } from '../reference-data/publishing/publish-catalogue.ts';
import { followTemplateFiles, wholeFile } from '../reference-data/template-files/template-version-queries.ts';
import { reckonFigures } from '../statistics/compute-metrics.ts';
import { followFeedingStatistic } from '../statistics/feeding-statistic/feeding-queries.ts';
import { followLinks } from '../statistics/links/follow-links.ts';
import { countUsage } from '../statistics/views/count-usage.ts';
import { answerVersion, keepResults } from '../statistics/views/results.ts';
import { purgeRegularly } from './purge.ts';
import { postgresSources } from './statistic-sources.ts';

/** The parts of a running server. */
export type Dependencies = MarketDependencies & {
  /** Aborted at shutdown. */
  ending: AbortController;
  /** Checks whether requests should be routed to this process. */
  readiness: ReturnType<typeof createReadiness>;
  metrics: Metrics;
};

/**
 * Creates the parts on a migrated database. `engineDirectory` is for DuckDB's temporary files and must belong to this
 * process alone, like that of `incoming`. Call `close` when no request is in progress.
 */
export async function createDependencies(
  config: Config,
  log: Logger,
  { interactive: pool, bulk: bulkPool }: Pools,
  databaseUrl: string,
  engineDirectory: string,
  incoming: IncomingFiles,
): Promise<{ dependencies: Dependencies; close(): Promise<void> }> {
  await storeProviderCompanies(bulkPool, config.provider.companies);
  const changes = await listenForChanges(databaseUrl, log);
  const announcer = openAnnouncer(databaseUrl);
  const engine = await openEngine({ directory: engineDirectory, memoryLimit: config.duckdbMemoryLimit });
  const statistics = holdStatistics(engine, {
    sources: postgresSources(pool, engine),
    mostCodes: config.mostCodes,
    providerCompanies: config.provider.companies,
    rates: { raisedDeductible: config.deductibleRate },
    memoryBytes: config.statisticsMemoryBytes,
    onError: (error) => log.error({ err: error }, 'DuckDB could not let go of memory'),
  });
  const currentRevisions = followRevisions(pool, changes);
  dropSuperseded(statistics, changes, currentRevisions);
  const settings = followSettings(pool, changes, config);
  const mailer = createMailer(config, settings);
  const customers = holdMyCustomers({ pool, bulkPool, statistics, currentRevisions });
  const stopLoadingAhead = loadCustomersAhead(customers, changes, (error) =>
    log.error({ err: error }, 'loading who buys what is missing failed'),
  );
  const version = answerVersion([config.provider.companies, config.deductibleRate]);
  const stopReckoning = reckonFigures({
    pool: bulkPool,
    statistics,
    changes,
    currentRevisions,
    answerVersion: version,
    onError: (error) => log.error({ err: error }, 'reckoning the figures of a statistic failed'),
  });
  const alertMails = createAlertMails({
    pool: bulkPool,
    mailer,
    statistics,
    ask: customers.ask,
    changes,
    currentRevisions,
    onError: (error) => log.error({ err: error }, 'telling of new stock-outs failed'),
  });
  const orderMails = createOrderMails(bulkPool, mailer, (error) =>
    log.error({ err: error }, 'sending an order failed'),
  );
  orderMails.look();
  const accountMails = createAccountMails(bulkPool, mailer, settings, (error) =>
    log.error({ err: error }, 'a mail to a user could not be sent'),
  );
  accountMails.look();
  const stopPurging = purgeRegularly(bulkPool, (error) => log.error({ err: error }, 'purging failed'));
  const { backupDirectory: folder, backupsKept: keep, diskReserveBytes: reserveBytes } = config;
  const stopBackingUp = folder
    ? backUpNightly({ databaseUrl, pool: bulkPool, folder, keep, reserveBytes, log })
    : () => undefined;
  const stopPublishing = publishOnTheirDays(bulkPool, (error) =>
    log.error({ err: error }, 'publishing a scheduled catalogue failed'),
  );
  const results = keepResults(config.resultCacheBytes);
  const pools = { interactive: pool, bulk: bulkPool };
  const ending = new AbortController();
  const readiness = createReadiness(changes, ending.signal, engine);
  const metrics = createMetrics({
    config,
    pools,
    changes,
    readiness,
    statistics,
    results,
    settings,
    log,
  });
  const templateFile = followTemplateFiles(pool, changes);
  const usage = countUsage(bulkPool, (error) => log.error({ err: error }, 'writing down usage failed'));
  const dependencies: Dependencies = {
    config,
    log,
    pool,
    bulkPool,
    ending,
    readiness,
    changes,
    announcer,
    engine,
    statistics,
    results,
    metrics,
    answerVersion: version,
    mailer,
    alertMails,
    orderMails,
    accountMails,
    incoming,
    askCustomers: customers.ask,
    usage,
    signIn: createSignIn(pool, changes, (error) => log.error({ err: error }, 'prolonging a session failed')),
    watchSession: watchSessions(pool, changes),
    resetPassword: createResetPassword(
      pool,
      async (userId, link) => {
        await accountMails.send([await insertResetMail(pool, userId, link)]);
      },
      settings,
      (error) => log.error({ err: error }, 'mailing a reset link failed'),
    ),
    setupLinks: createSetupLinks(pool, settings),
    currentRevisions,
    followLink: followLinks(pool, changes),
    followFeed: followFeeds(pool, changes),
    feedingStatistic: followFeedingStatistic(pool, changes),
    settings,
    templateFile,
    async visitTemplate() {
      const uploaded = await templateFile('workbook-template');
      return uploaded && wholeFile(pool, uploaded.id);
    },
  };
  return {
    dependencies,
    async close() {
      stopBackingUp();
      await Promise.all([
        stopPurging(),
        stopPublishing(),
        stopLoadingAhead(),
        stopReckoning(),
        alertMails.end(),
        orderMails.end(),
        accountMails.end(),
        usage.end(),
      ]);
      metrics.close();
      mailer.close();
      await announcer.close();
      await changes.close();
      engine.close();
    },
  };
}

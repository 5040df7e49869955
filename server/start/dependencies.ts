import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { createAccountMails, insertResetMail } from '../accounts/account-mails.ts';
import { createResetPassword, type ResetPassword } from '../accounts/passwords/reset-password.ts';
import { createSetupLinks, type SetupLinks } from '../accounts/setup-link.ts';
import { createSignIn, type SignIn } from '../accounts/sign-in/sign-in.ts';
import { watchSessions } from '../accounts/sign-in/watch-sessions.ts';
import { backUpNightly } from '../backup/nightly-backups.ts';
import type { Config } from '../config.ts';
import type { WatchSession } from '../http/mount.ts';
import type { IncomingFiles } from '../http/request/incoming-files.ts';
import { createMailer, type Mailer } from '../mail/send-mail.ts';
import type { WaitingMails } from '../mail/waiting-mails.ts';
import { type AlertMails, createAlertMails } from '../market/alerts/send-alerts.ts';
import { loadCustomersAhead } from '../market/call-list/load-ahead.ts';
import { type AskCustomers, holdMyCustomers } from '../market/call-list/my-customers.ts';
import { type FollowedFeed, followFeeds } from '../market/feeds/feed-queries.ts';
import { createMetrics, type Metrics } from '../operation/metrics.ts';
import { createReadiness } from '../operation/readiness.ts';
import { createOrderMails } from '../orders/mail-order.ts';
import { type Announcer, openAnnouncer } from '../platform/cache-invalidation/announcer.ts';
import { type Changes, listenForChanges } from '../platform/cache-invalidation/changes.ts';
import { dropSuperseded, followRevisions, type Revisions } from '../platform/cache-invalidation/revisions.ts';
import type { Pools } from '../platform/database/pool.ts';
import { followSettings } from '../platform/settings/setting-queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { storeProviderCompanies } from '../reference-data/provider-queries.ts';
import { publishOnTheirDays } from '../reference-data/publishing/publish-catalogue.ts';
import {
  type CurrentFile,
  followTemplateFiles,
  wholeFile,
} from '../reference-data/template-files/template-version-queries.ts';
import { type Feeding, followFeedingStatistic } from '../statistics/feeding-statistic/feeding-queries.ts';
import { followLinks } from '../statistics/links/follow-links.ts';
import { reckonFigures } from '../statistics/reckon-figures.ts';
import type { StatisticLink } from '../statistics/statistic-queries.ts';
import { countUsage, type Usage } from '../statistics/views/count-usage.ts';
import { answerVersion, keepResults, type Results } from '../statistics/views/results.ts';
import { purgeRegularly } from './purge.ts';
import { postgresSources } from './statistic-sources.ts';

/** The parts of a running server that routes are built from. */
export type Dependencies = {
  config: Config;
  log: Logger;
  /** For what a person waits for; with timeouts of statements and locks. */
  pool: Pool;
  /** For files that are stored, published or replaced, and for what is done in the background. */
  bulkPool: Pool;
  /** Aborted once the process is told to end. */
  ending: AbortController;
  /** By check, whether requests should come to this process. */
  readiness: ReturnType<typeof createReadiness>;
  changes: Changes;
  announcer: Announcer;
  engine: Engine;
  statistics: Statistics;
  results: Results;
  metrics: Metrics;
  /** Part of every view's key; see statistics/views/results.ts. */
  answerVersion: string;
  mailer: Mailer;
  alertMails: AlertMails;
  orderMails: WaitingMails;
  accountMails: WaitingMails;
  incoming: IncomingFiles;
  askCustomers: AskCustomers;
  usage: Usage;
  signIn: SignIn;
  watchSession: WatchSession;
  resetPassword: ResetPassword;
  setupLinks: SetupLinks;
  currentRevisions: () => Promise<Revisions>;
  followLink: (directLinkId: string) => Promise<StatisticLink>;
  followFeed: (token: string) => Promise<FollowedFeed>;
  /** The statistic whose quantities stand for the market, if there is one, and for whom it does. */
  feedingStatistic: () => Promise<Feeding | undefined>;
  /** What administrators have set, before what the configuration says. */
  settings: () => Promise<Settings>;
  /** Which version of a template file counts. */
  templateFile: (key: string) => Promise<CurrentFile | undefined>;
  /** The template that an administrator has uploaded, if there is one. */
  visitTemplate: () => Promise<Uint8Array | undefined>;
};

/**
 * Builds the parts on a migrated database. `engineDirectory` is for DuckDB's passing files and must be this process's
 * own, as that of `incoming`. Call `close` when no request is under way any more.
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

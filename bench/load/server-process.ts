import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createPools } from '#server/platform/database/pool.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { peakBytes } from '../machine.ts';
import { portalConfig } from '../world/portal.ts';
import type { ServerOptions, ServerReport } from './server.ts';

/** The real server as a process of its own, which tells its parent how it fares. Nothing of this is in the product. */

const options = JSON.parse(process.argv[2]!) as ServerOptions;
const config = {
  ...portalConfig(options.databaseUrl, options.companies),
  port: options.port,
  resultCacheBytes: options.resultCacheBytes,
  statisticsMemoryBytes: options.statisticsMemoryBytes,
};
const pools = createPools(options.databaseUrl, config.databaseConnections);
const application = await openApplication(config, pools, options.databaseUrl);
const server = await listen(application.listener, config);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message === 'reset') delay.reset();
  if (message === 'report') process.send!(report());
  if (message === 'stop') void stop();
});
process.on('disconnect', () => process.exit(1));
process.send!({ url: server.url });

function report(): ServerReport {
  const { statistics, bytes } = application.dependencies.statistics.open();
  const { user, system } = process.cpuUsage();
  return {
    cpuMs: (user + system) / 1000,
    rssMb: process.memoryUsage.rss() / 1e6,
    peakRssMb: peakBytes() / 1e6,
    openStatistics: statistics,
    statisticsMb: bytes / 1e6,
    delayP50: delay.percentile(50) / 1e6,
    delayP99: delay.percentile(99) / 1e6,
    delayMax: delay.max / 1e6,
  };
}

async function stop(): Promise<void> {
  await server.close(2000);
  await application.close();
  await Promise.all([pools.interactive.end(), pools.bulk.end()]);
  process.exit(0);
}

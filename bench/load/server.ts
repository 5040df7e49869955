import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ServerOptions = {
  databaseUrl: string;
  companies: readonly string[];
  port: number;
  resultCacheBytes: number;
  statisticsMemoryBytes: number;
};

/** How the server fares: milliseconds of CPU since it started, megabytes, and milliseconds by which its event loop was late since the last reset. */
export type ServerReport = {
  cpuMs: number;
  rssMb: number;
  /** The most since the process started. */
  peakRssMb: number;
  openStatistics: number;
  statisticsMb: number;
  delayP50: number;
  delayP99: number;
  delayMax: number;
};

export type LoadedServer = {
  url: string;
  reset(): void;
  report(): Promise<ServerReport>;
  stop(): Promise<void>;
};

/** Starts the server as a process of its own, as `npm start` would: with 16 threads in libuv's pool. */
export async function startServer(options: ServerOptions): Promise<LoadedServer> {
  const child = fork(
    fileURLToPath(new URL('./server-process.ts', import.meta.url)),
    [JSON.stringify(options)],
    {
      env: { ...process.env, UV_THREADPOOL_SIZE: '16', NODE_ENV: 'production' },
    },
  );
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server under load ended (${code}).`);
  });
  ended.catch(() => undefined);
  const answer = async <T>() => (await Promise.race([once(child, 'message'), ended]))[0] as T;
  const { url } = await answer<{ url: string }>();
  return {
    url,
    reset: () => void child.send('reset'),
    async report() {
      child.send('report');
      return answer<ServerReport>();
    },
    async stop() {
      child.send('stop');
      await ended.catch(() => undefined);
    },
  };
}

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closing } from '#server/platform/closing.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { quickFolder } from '../support/data-directory.ts';
import { freePort } from '../support/free-port.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import { spawnServer } from '../support/server-process.ts';

/** Two processes share the database, as behind a load balancer. */
const PROCESSES = 2;

/** Milliseconds that a mail server takes for a mail at most, so that kills fall into that. */
const LONGEST_TAKING = 60;

/** How long PostgreSQL takes at most to recover by itself. */
const RECOVERY_MILLISECONDS = 3000;

/** Of so many strikes at a process one hits it while it starts, and one lets it stand still instead of ending it. */
const STARTING = 4;
const STANDING_STILL = 5;
/** Of so many one hits it whether or not the other process is there. */
const ALONE = 4;

const PATIENCE_MILLISECONDS = 60_000;

/** Two processes of the portal and a PostgreSQL, each of which is started again whenever it has ended, as an operator's machine does. */
export type Machine = {
  urls: readonly string[];
  databaseUrl: string;
  mailbox: Mailbox;
  /** Where the processes keep passing files. */
  temporary: string;
  /** Of PostgreSQL. */
  dataDirectory: string;
  /** What was done to it so far. */
  strikes: () => Record<Strike, number>;
  /** Kills and halts, at moments that the seed gives, until it is called with what ends that. */
  torture: (over: () => boolean) => Promise<void>;
  /** Until everything is there and ready. */
  steady: () => Promise<void>;
  /** Ends a process as an operator does, and starts it again. */
  restart: (place: number) => Promise<void>;
  pidOf: (place: number) => number;
  close: () => Promise<void>;
};

export type Strike =
  | 'process killed'
  | 'process killed while it starts'
  | 'process halted'
  | 'PostgreSQL killed'
  | 'connection of PostgreSQL killed'
  | 'PostgreSQL halted';

/** @param fill puts in what is there before the first process starts */
export async function openMachine(
  seed: number,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<Machine> {
  const folder = await quickFolder('portal-torture-');
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const dataDirectory = join(folder, 'pg');
  const open = () => startEmbeddedPostgres({ directory: dataDirectory });
  let postgres: EmbeddedPostgres = await open();
  const databaseUrl = postgres.url;
  const pool = createPool(databaseUrl);
  await migrate(pool);
  await pool.end();
  await fill(databaseUrl);

  let taken = 0;
  const mailbox = await openMailbox({ beforeTaking: () => sleep((taken++ * 17) % LONGEST_TAKING) });
  const strikes: Record<string, number> = {};
  const count = (strike: Strike) => {
    if (process.env.TORTURE_DEBUG) console.log(new Date().toISOString(), strike);
    strikes[strike] = (strikes[strike] ?? 0) + 1;
  };
  /** When PostgreSQL was there again, Infinity while it is not. */
  let postgresBack = 0;

  const processes = await Promise.all(
    Array.from(
      { length: PROCESSES },
      async () => new Portal(await freePort(), databaseUrl, temporary, mailbox.url),
    ),
  );
  for (const each of processes) each.keep(() => postgresBack);

  async function strikeProcesses(place: number, over: () => boolean): Promise<void> {
    const random = seeded(seed + place);
    const portal = processes[place]!;
    while (!over()) {
      if (random.below(STARTING) === 0) {
        await sleep(random.below(1500));
        if (portal.isReady || over()) continue;
        count('process killed while it starts');
        await portal.kill();
        continue;
      }
      // Mostly while the other one answers, so that something gets done.
      const alone = random.below(ALONE) === 0;
      const maySuffer = () => portal.isReady && (alone || processes.every(({ isReady }) => isReady));
      if (!(await until(maySuffer, over))) return;
      await sleep(random.below(2000));
      if (!maySuffer()) continue;
      if (random.below(STANDING_STILL) === 0) {
        count('process halted');
        await halted([portal.pid], random);
      } else {
        count('process killed');
        await portal.kill();
      }
    }
  }

  async function strikePostgres(over: () => boolean): Promise<void> {
    const random = seeded(seed + PROCESSES);
    for (;;) {
      const next = Date.now() + 2000 + random.below(6000);
      if (!(await until(() => Date.now() > next, over))) return;
      const connections = childrenOf(postgres.pid);
      switch (random.below(4)) {
        case 0:
          count('PostgreSQL halted');
          postgresBack = Number.POSITIVE_INFINITY;
          await halted([postgres.pid, ...connections], random);
          postgresBack = Date.now();
          break;
        case 1:
          // PostgreSQL then ends all of them and recovers.
          count('connection of PostgreSQL killed');
          signal(random.pick(connections), 'SIGKILL');
          postgresBack = Date.now() + RECOVERY_MILLISECONDS;
          break;
        default:
          count('PostgreSQL killed');
          postgresBack = Number.POSITIVE_INFINITY;
          process.kill(postgres.pid, 'SIGKILL');
          await postgres.ended;
          await sleep(random.below(500));
          postgres = await open();
          postgresBack = Date.now();
      }
    }
  }

  return {
    urls: processes.map(({ url }) => url),
    databaseUrl,
    mailbox,
    temporary,
    dataDirectory,
    strikes: () => ({ ...strikes }) as Record<Strike, number>,
    async torture(over) {
      await Promise.all([...processes.map((_, place) => strikeProcesses(place, over)), strikePostgres(over)]);
    },
    async steady() {
      const end = Date.now() + PATIENCE_MILLISECONDS;
      for (const portal of processes) {
        while (!(await portal.answersReady())) {
          if (Date.now() > end) throw new Error(`A process does not get ready again:\n${portal.output}`);
          await sleep(50);
        }
      }
      const unexpected = processes.flatMap(({ ends }) => ends);
      if (unexpected.length > 0)
        throw new Error(`Processes ended by themselves:\n${unexpected.join('\n\n')}`);
    },
    restart: (place) => processes[place]!.restart(),
    pidOf: (place) => processes[place]!.pid,
    close: closing(async () => {
      await Promise.all(processes.map((portal) => portal.end()));
      await mailbox.close();
      await postgres.stop();
      await rm(folder, { recursive: true, maxRetries: 5 });
    }),
  };
}

/** A process of the portal at an address that stays, whichever child serves it. */
class Portal {
  readonly url: string;
  /** What children said that ended though nothing had been done to them. */
  readonly ends: string[] = [];
  output = '';
  pid = 0;
  isReady = false;
  private readonly environment: Record<string, string>;
  private isOver = false;
  private wasStruck = false;
  private ended: Promise<unknown> = Promise.resolve();
  private keeping: Promise<void> = Promise.resolve();

  constructor(port: number, databaseUrl: string, temporary: string, smtpUrl: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.environment = {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TMPDIR: temporary,
      SMTP_URL: smtpUrl,
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      DISK_RESERVE: '16',
      LOG_LEVEL: 'fatal',
    };
  }

  /** Starts a child, and another one whenever it has ended. */
  keep(postgresBack: () => number): void {
    this.keeping = (async () => {
      while (!this.isOver) {
        const startedAt = Date.now();
        const child = spawnServer(this.environment);
        this.output = '';
        this.wasStruck = false;
        this.pid = child.pid!;
        const hear = (chunk: Buffer) => {
          this.output += chunk;
          if (this.output.includes('ready: http')) this.isReady = true;
        };
        child.stdout?.on('data', hear);
        child.stderr?.on('data', hear);
        this.ended = once(child, 'close');
        await this.ended;
        // One from which PostgreSQL goes while it starts says so, and is started again.
        const couldNotStart =
          !this.isReady &&
          postgresBack() > startedAt &&
          /PostgreSQL (can't be used|went away while the portal was starting): /.test(this.output);
        if (!this.wasStruck && !this.isOver && !couldNotStart)
          this.ends.push(`${this.isReady ? 'At work' : 'Starting'}: ${this.output}`);
        this.isReady = false;
        if (!this.wasStruck) await sleep(200);
      }
    })();
  }

  async kill(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.isReady = false;
    this.wasStruck = true;
    signal(this.pid, name);
    await this.ended;
  }

  /** @throws {Error} where it does not end in order */
  async restart(): Promise<void> {
    const { pid } = this;
    await this.kill('SIGTERM');
    while (this.pid === pid || !this.isReady) await sleep(20);
  }

  async answersReady(): Promise<boolean> {
    try {
      const { ok } = await fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(2000) });
      return ok;
    } catch {
      return false;
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    signal(this.pid, 'SIGKILL');
    await this.keeping;
  }
}

/** Lets processes stand still for a while, as a machine does that swaps or is moved. */
async function halted(pids: readonly number[], random: Seeded): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(200 + random.below(random.below(4) === 0 ? 6000 : 1500));
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** To one that may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);
}

/** False where it is over before. */
async function until(holds: () => boolean, over: () => boolean): Promise<boolean> {
  for (;;) {
    if (over()) return false;
    if (holds()) return true;
    await sleep(10);
  }
}

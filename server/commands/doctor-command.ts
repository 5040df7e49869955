import { access } from 'node:fs/promises';
import type { Pool } from 'pg';
import { buildName } from '#shared/build-name.ts';
import type { Finding } from '#shared/schemas/operation.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createMailer } from '../mail/send-mail.ts';
import {
  behindPooler,
  findAll,
  findAround,
  inOrder,
  notStarted,
  unreachable,
} from '../operation/findings.ts';
import { build } from '../platform/build.ts';
import { closeOnSignals } from '../platform/closing.ts';
import { createPools, expectTimeouts, firstConnection, PoolerError } from '../platform/database/pool.ts';
import { translate } from '../platform/i18n/messages.ts';
import { readSettings } from '../platform/settings/setting-queries.ts';
import { isExplained, openCommandDatabase } from '../start/command-database.ts';

const usage = `Looks an installation over: settings, database, clock, disks, mail server, public address, reference data.

  npm run doctor

Run it in the portal's directory with its environment variables, beside the running portal or without it; it changes nothing.
It ends with 0 when all is well, with 1 when something deserves a look, with 2 when something is wrong.`;

const signs = { good: 'ok     ', warning: 'LOOK   ', bad: 'WRONG  ' };

closeOnSignals();

try {
  if (process.argv.length > 2) {
    const asksHelp = ['--help', '-h'].includes(process.argv[2]!);
    (asksHelp ? console.log : console.error)(usage);
    process.exitCode = asksHelp ? 0 : 2;
  } else {
    const findings = await examine(readConfig(process.env));
    console.log(`${signs.good}Version: ${buildName(build)}`);
    for (const finding of findings) console.log(lineOf(finding));
    const has = (state: Finding['state']) => findings.some((finding) => finding.state === state);
    process.exitCode = has('bad') ? 2 : has('warning') ? 1 : 0;
  }
} catch (error) {
  process.exitCode = 2;
  if (error instanceof ConfigError) console.log(`${signs.bad}Settings: ${error.message}`);
  else console.error(error);
}

async function examine(config: Config): Promise<Finding[]> {
  const mailer = createMailer(config, () => Promise.reject(new Error('nothing is sent')));
  try {
    return await examineWith(config, mailer);
  } finally {
    mailer.close();
  }
}

async function examineWith(config: Config, mailer: ReturnType<typeof createMailer>): Promise<Finding[]> {
  const around = { config, mailer };
  // Opening the embedded PostgreSQL would create one.
  if (!config.databaseUrl && !(await exists(config.postgresDirectory)))
    return inOrder([notStarted(config.dataDir), ...(await findAround(around))]);
  let database: Awaited<ReturnType<typeof openCommandDatabase>>;
  try {
    database = await openCommandDatabase(config);
  } catch (error) {
    if (!isExplained(error)) throw error;
    return inOrder([unreachable(error.message), ...(await findAround(around))]);
  }
  const { interactive, bulk: pool } = createPools(database.url, 4, config.poolerUrl);
  try {
    await lookForPooler(pool, config.poolerUrl ? interactive : undefined);
    return await findAll(around, {
      pool,
      config,
      settings: () => readSettings(pool, config),
      language: 'en',
    });
  } catch (error) {
    if (!(error instanceof PoolerError)) throw error;
    return inOrder([behindPooler(error.message), ...(await findAround(around))]);
  } finally {
    await Promise.all([interactive.end(), pool.end()]);
    await database.close();
  }
}

/** @throws {PoolerError}; an unreachable database is reported elsewhere */
async function lookForPooler(direct: Pool, throughPooler: Pool | undefined): Promise<void> {
  try {
    (await firstConnection(direct)).release();
    if (throughPooler) await expectTimeouts(throughPooler);
  } catch (error) {
    if (error instanceof PoolerError) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function lineOf({ name, state, code, params }: Finding): string {
  const text = translate('en', `operation.findings.${name}.${code}`, params);
  return `${signs[state]}${translate('en', `operation.findings.${name}.title`)}: ${text}`;
}

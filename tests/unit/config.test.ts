import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, configurationTable, readConfig, withConfigurationTable } from '#server/config.ts';

const production = {
  DATABASE_URL: 'postgresql://portal@db.example/portal',
  PROVIDER_NAME: 'Provider',
  PROVIDER_COMPANIES: 'Provider AG',
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('nothing has to be configured: the demo on port 3000 of this machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demo: true,
    logLevel: 'warn',
    deductibleRate: 40,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toBe(resolve('data'));
  expect(config.provider.companies).not.toEqual([]);
});

test('with a database of its own the demo is off and the provider has to be named', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, logLevel: 'info' });
  expect(problemsOf({ DATABASE_URL: production.DATABASE_URL })).toEqual([
    'PROVIDER_NAME: is required unless DEMO is on',
    'PROVIDER_COMPANIES: is required unless DEMO is on',
  ]);
});

test('DEMO decides when it is given', () => {
  expect(readConfig({ ...production, DEMO: 'on' }).demo).toBe(true);
  expect(problemsOf({ DEMO: 'off' })).toHaveLength(2);
});

test('all problems are found at once', () => {
  const problems = problemsOf({
    ...production,
    PORT: '70000',
    DATABASE_URL: 'mysql://db.example',
    SMTP_URL: 'mail.example',
    DUCKDB_MEMORY_LIMIT: 'plenty',
    PROVIDER_COMPANIES: ' ; ',
    DEMO_PASSWORD: 'short',
  });
  expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'DEMO_PASSWORD',
    'DUCKDB_MEMORY_LIMIT',
    'PORT',
    'PROVIDER_COMPANIES',
    'SMTP_URL',
  ]);
});

test('a number is a number, not what starts like one', () => {
  for (const PORT of ['80a', '-1', '3000.5'])
    expect(problemsOf({ PORT })).toEqual(['PORT: must be a whole number from 0 to 65535']);
  expect(problemsOf({ DISK_RESERVE: '0' })).toEqual(['DISK_RESERVE: must be a whole number, 1 or more']);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({ port: 3000, demo: true });
});

test('companies are separated by semicolons, whatever the spaces', () => {
  const config = readConfig({ ...production, PROVIDER_COMPANIES: ' Provider AG;Other, Sons & Co. ; ' });
  expect(config.provider.companies).toEqual(['Provider AG', 'Other, Sons & Co.']);
});

test('sizes and times have their units', () => {
  expect(readConfig({ STATISTICS_MEMORY: '2', RESULT_CACHE_MEMORY: '1', IMPORT_TIMEOUT: '3' })).toMatchObject(
    {
      statisticsMemoryBytes: 2_097_152,
      resultCacheBytes: 1_048_576,
      importTimeoutMs: 3000,
    },
  );
});

test('trusted proxies are counted; true and false of older installations say what to write instead', () => {
  expect(readConfig({}).trustedProxies).toBe(0);
  expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toBe(2);
  for (const TRUST_PROXY of ['true', 'false', 'on', '-1', '1.5', '11'])
    expect(problemsOf({ TRUST_PROXY })).toEqual([
      'TRUST_PROXY: must be the number of proxies in front of the portal: 1 where it was true behind one, 0 where it was false',
    ]);
});

test('the public address has no slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://portal.example/' }).publicUrl).toBe('https://portal.example');
});

test.each<Record<string, string>>([
  { PUBLIC_URL: 'https://portal.example/sub' },
  { PUBLIC_URL: 'https://portal.example/?from=mail' },
  { PUBLIC_URL: 'https://name:word@portal.example' },
  { SMTP_URL: 'smtp:' },
  { DUCKDB_MEMORY_LIMIT: '0.06GB' },
  { DUCKDB_MEMORY_LIMIT: '63.9MiB' },
  { IMPORT_TIMEOUT: '2147484' },
  { DOCUMENTS_DIR: 'no/such/folder' },
  { DOCUMENTS_DIR: 'package.json' },
  { CONTACT_ADDRESS: 'A'.repeat(256) },
  { CONTACT_ADDRESS: 'Musterstrasse 1\n6300 Zug' },
  { CONTACT_PHONE: 'by mail' },
  { CONTACT_EMAIL: 'info@portal' },
])('%j could only fail later, and is refused', (given) => {
  expect(problemsOf(given)).toEqual([expect.stringMatching(`^${Object.keys(given)[0]}: .`)]);
});

test.each([
  ['DATABASE_URL', 'postgresql://a,b/portal', /several hosts.*a proxy in front.*docs\/operation\.md/],
  ['DATABASE_URL', 'postgresql://portal:secret@a:5432,b:5433/portal', /several hosts.*a proxy in front/],
  ['DATABASE_URL', 'postgresql://a,b:5432/portal?target_session_attrs=read-write', /several hosts/],
  ['DATABASE_URL', 'postgresql:///portal?host=a%2Cb', /several hosts/],
  ['PUBLIC_URL', 'https://a.example,b.example', /several hosts.*links/],
  ['PUBLIC_URL', 'https://a.example,https://b.example', /several hosts.*links/],
  ['SMTP_URL', 'smtps://name:word@a.example:465,b.example:465', /several hosts.*one mail server/],
])('%s with several hosts (%s) is refused in words of its own', (name, address, words) => {
  expect(problemsOf({ ...production, [name]: address })).toEqual([
    expect.stringMatching(new RegExp(`^${name}: names ${words.source}`)),
  ]);
});

test('a comma elsewhere in an address is none between hosts', () => {
  const addresses = {
    DATABASE_URL: 'postgresql://port,al:se,cret@db.example/portal?application_name=a,b',
    SMTP_URL: 'smtp://na,me:wo,rd@mail.example',
  };
  expect(readConfig({ ...production, ...addresses })).toMatchObject({
    databaseUrl: addresses.DATABASE_URL,
    smtpUrl: addresses.SMTP_URL,
  });
});

test('memory may be written in parts of a gigabyte', () => {
  for (const DUCKDB_MEMORY_LIMIT of ['64MB', '0.5GB', '1.5GiB'])
    expect(readConfig({ DUCKDB_MEMORY_LIMIT }).duckdbMemoryLimit).toBe(DUCKDB_MEMORY_LIMIT);
});

test('a folder of documents is where it stands from where the portal is started', () => {
  expect(readConfig({ DOCUMENTS_DIR: 'documents' }).documentsDir).toBe(resolve('documents'));
});

describe('documentation', () => {
  test('docs/configuration.md has the table that the schema gives', async () => {
    const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    expect(page).toContain(configurationTable());
  });

  test('its table is replaced, and nothing around it', () => {
    const page = [
      'Before.',
      '',
      '| Variable | Default |',
      '| --- | --- |',
      '| `OLD` | |',
      '',
      'After |.',
      '',
    ];
    expect(withConfigurationTable(page.join('\n'))).toBe(`Before.\n\n${configurationTable()}\n\nAfter |.\n`);
  });

  test('every variable is described', () => {
    expect(configurationTable()).not.toContain('undefined');
  });
});

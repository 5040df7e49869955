import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadsTracked } from '#server/market/reports/tracking-queries.ts';
import { outdatedFigures } from '#server/statistics/statistic-metrics.ts';
import type { ListedStatistic } from '#shared/schemas/statistic.ts';
import type { Team } from '#shared/schemas/team.ts';
import { addCustomer, addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { type Outcome, runCommand } from '#tests/support/run-command.ts';
import { childEnvironment } from '#tests/support/server-process.ts';
import { generic, original, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';

const heading = 'file,customer,from,to,representative,imported,consent,consent place,test';
const pdf = '%PDF-1.4 signed';
const unknown = gtin('768099999999');

let portal: SmallPortal;
let admin: string;
let folder: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  const { pool, url } = portal.server;
  await addCustomer(pool, '4712', 'Drugstore');
  await addUser(pool, { email: 'former@portal.example', name: 'Former', active: false });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  admin = await signIn(url, 'admin@portal.example');
  folder = await mkdtemp(join(tmpdir(), 'portal-history-'));
  await mkdir(join(folder, 'files', '2020'), { recursive: true });
  await writeFile(join(folder, 'files', 'consent.pdf'), pdf);
  await writeFile(join(folder, 'outside.csv'), csv(1));
  // 3 originals, 5 generics, 7 of what no catalogue has, one quantity that is none.
  const rows = [
    [original, 3] as const,
    [generic, 5] as const,
    [unknown, 7] as const,
    [original, 'viele'] as const,
  ];
  await writeFile(join(folder, 'files', 'a.xlsx'), await workbook(rows));
  await writeFile(join(folder, 'files', '2020', 'b.csv'), csv(2));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await portal.server.close();
});
beforeEach(() => portal.server.pool.query('delete from statistics'));

/** A text with so many packs of the original. */
const csv = (packs: number) => `GTIN;Menge\n${original};${packs}\n`;

const rowA = 'a.xlsx,4711,2019-01,2019-12,rep@portal.example,2020-01-15,consent.pdf,,';
const rowB = '2020\\b.csv,4712,2020-01,2020-06,FORMER@portal.example,2020-07-31,,"Ordner 3, Zug",';

const environment = (): Record<string, string> => ({
  DATABASE_URL: portal.server.databaseUrl,
  PROVIDER_NAME: 'Provider',
  PROVIDER_COMPANIES: 'Provider AG',
  PUBLIC_URL: 'https://portal.example',
});

async function writeManifest(...lines: string[]): Promise<string[]> {
  await writeFile(join(folder, 'manifest.csv'), [heading, ...lines].join('\n'));
  const files = [join(folder, 'files'), '--manifest', join(folder, 'manifest.csv')];
  return ['server/commands/import-command.ts', ...files];
}

async function importFiles(lines: string[], ...options: string[]): Promise<Outcome> {
  const outcome = await runCommand([...(await writeManifest(...lines)), ...options], environment());
  // A machine that takes five seconds is told how far it is.
  return { ...outcome, stderr: outcome.stderr.replace(/^\d+ files in \d+ s: .*\n/gm, '') };
}

async function report(): Promise<Record<string, string>[]> {
  const text = await readFile(join(folder, 'manifest-report.csv'), 'utf8');
  const records: Record<string, string>[] = parse(text, { bom: true, delimiter: ';', columns: true });
  return records.sort((a, b) => Number(a.line) - Number(b.line));
}

async function ask<Answer>(path: string, token = admin): Promise<Answer> {
  const answer = await fetch(`${portal.server.url}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

async function count(from: string): Promise<number> {
  const { rows } = await portal.server.pool.query<{ count: number }>(`select count(*) from ${from}`);
  return rows[0]!.count;
}

test('files are stored with what their lines say, in a portal that runs and sends nothing', async () => {
  const { code, stdout, stderr } = await importFiles([rowA, rowB]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('2 files in ');
  expect(stdout).toContain('2 stored (');

  const [b, a] = await ask<[ListedStatistic, ListedStatistic]>('statistics?PageSize=10&PageNumber=1');
  expect(a).toMatchObject({
    customerExternalId: '4711',
    customerName: 'Pharmacy, Zürich',
    importDate: '2020-01-15T11:00:00.000Z',
    timeMonthFrom: 1,
    timeYearFrom: 2019,
    timeMonthTo: 12,
    timeYearTo: 2019,
    user: 'rep@portal.example',
    uploader: { name: 'rep@portal.example' },
    fileName: 'a.xlsx',
    consentFileName: expect.stringMatching(/^\d{17}_consent\.pdf$/),
    consentPlace: null,
    active: true,
    testUpload: false,
  });
  expect(b).toMatchObject({
    customerExternalId: '4712',
    importDate: '2020-07-31T11:00:00.000Z',
    user: 'Former',
    fileName: 'b.csv',
    consentFileName: null,
    consentPlace: 'Ordner 3, Zug',
  });
  const consent = await fetch(`${portal.server.url}/api/statistics/${a.directLinkId}/consent`, {
    headers: { authorization: `Bearer ${portal.token}` },
  });
  expect(await consent.text()).toBe(pdf);
  expect(await report()).toEqual([
    {
      line: '2',
      file: 'a.xlsx',
      outcome: 'stored',
      statistic: String(a.bezugsStatistikID),
      link: `https://portal.example/dashboard/${a.directLinkId}`,
      rows: '4',
      imported: '3',
      'left out': '1',
      'why left out': '1: Quantity not readable',
      unknown: '1',
      reason: '',
    },
    expect.objectContaining({
      line: '3',
      file: '2020\\b.csv',
      outcome: 'stored',
      unknown: '0',
      'why left out': '',
    }),
  ]);
  expect(await count('mails')).toBe(0);
  expect(await ask('audit?kind=statistic')).toMatchObject([
    {
      action: 'statistic.imported',
      userName: '',
      subjectName: 'manifest.csv',
      after: { fileName: 'manifest.csv', rows: 2 },
    },
  ]);
});

test('list, Team and Tracking count a file by the day of its old import', async () => {
  await importFiles([rowA, rowB]);
  const listed = await ask<ListedStatistic[]>('statistics?PageSize=10&PageNumber=1&date=2020-01-15');
  expect(listed.map(({ fileName }) => fileName)).toEqual(['a.xlsx']);
  const { representatives } = await ask<Team>('team?from=2020-01&to=2020-12');
  expect(
    representatives.map(({ name, months }) => [name, months.map(({ month, uploads }) => [month, uploads])]),
  ).toEqual([
    ['Former', [['2020-07', 1]]],
    ['rep@portal.example', [['2020-01', 1]]],
  ]);
  const now = new Date().getFullYear();
  const { totals } = await ask<Team>(`team?from=${now}-01&to=${now}-12`);
  expect(totals.uploads).toBe(0);
  const tracked = await uploadsTracked(portal.server.pool, null);
  expect(tracked.map(({ uploadedOn, lines }) => [uploadedOn, lines])).toEqual([
    ['2020-07-31', 1],
    ['2020-01-15', 3],
  ]);
});

test('figures are reckoned anew of the newest uploads first, whenever older ones were imported', async () => {
  await importFiles([rowB]);
  await importFiles([rowA]);
  const { pool } = portal.server;
  const { rows } = await pool.query<{ id: number }>('select id from statistics order by import_date desc');
  const [b, a] = rows.map(({ id }) => id) as [number, number];
  expect(a).toBeGreaterThan(b);
  const page = async (after: number | null, most: number) =>
    (await outdatedFigures(pool, 'another version', after, most)).map(({ statistic }) => statistic);
  expect([await page(null, 10), await page(null, 1), await page(b, 10), await page(a, 10)]).toEqual([
    [b, a],
    [b],
    [a],
    [],
  ]);
});

test('a file gives the same lines, figures and report as an upload of it', async () => {
  const { pool, url } = portal.server;
  const form = uploadForm(await readFile(join(folder, 'files', 'a.xlsx')), {
    timeYearFrom: '2019',
    timeYearTo: '2019',
    customerName: 'Pharmacy, Zürich',
  });
  expect((await postStatistic(url, portal.token, form)).status).toBe(200);
  const kept = async () => {
    const { rows } = await pool.query<{ report: object }>(
      `select report - 'timings' - 'duplicateOf' as report, customer_name, line_count, lines, sums, version, figures, offers, orders,
         (select array_agg(row (identifier_id, quantity)::text order by identifier_id) from statistic_identifiers where statistic_id = id)
       from statistics join statistic_files f on f.statistic_id = id join statistic_figures k on k.statistic_id = id`,
    );
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const uploaded = await kept();
  await pool.query('delete from statistics');
  await importFiles([rowA]);
  expect(await kept()).toEqual(uploaded);
});

test('what is stored is known by its content, customer, period and representative, also what was uploaded', async () => {
  const form = uploadForm(
    Buffer.from(csv(2)),
    { timeYearFrom: '2019', timeYearTo: '2019' },
    'other-name.csv',
  );
  const { bezugsStatistik } = (await (await postStatistic(portal.server.url, portal.token, form)).json()) as {
    bezugsStatistik: ListedStatistic;
  };
  const uploaded = '2020/b.csv,4711,2019-01,2019-12,rep@portal.example,2020-01-20,consent.pdf,,';
  expect((await importFiles([rowA, uploaded])).code).toBe(0);
  expect((await report()).map(({ outcome }) => outcome)).toEqual(['stored', 'known already']);

  const others = [
    rowA.replace('4711', '4712'),
    rowA.replace('2019-12', '2019-11'),
    rowA.replace('rep@', 'former@'),
    // The same again, within one manifest.
    rowA.replace('rep@', 'former@'),
  ];
  const { code, stdout } = await importFiles([rowA, uploaded, ...others]);
  expect([code, await count('statistics')]).toEqual([0, 5]);
  expect(stdout).toContain('3 stored, 3 known already');
  expect((await report())[1]).toMatchObject({
    outcome: 'known already',
    statistic: String(bezugsStatistik.bezugsStatistikID),
    link: `https://portal.example/dashboard/${bezugsStatistik.directLinkId}`,
  });
});

test('wrong lines are refused, each with the reason, and the others are stored', async () => {
  await writeFile(join(folder, 'files', 'empty.xlsx'), '');
  await writeFile(join(folder, 'files', 'letter.xlsx'), '%PDF-1.7\n');
  await writeFile(join(folder, 'files', 'choose.csv'), 'Code;Etwas\nx;1\n');
  await symlink(join(folder, 'outside.csv'), join(folder, 'files', 'link.csv'));
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const wrong: [line: string, reason: string][] = [
    [rowA.replace('a.xlsx', 'none.xlsx'), 'none.xlsx: there is no such file.'],
    [rowA.replace('a.xlsx', '2020'), '2020 is no file.'],
    [rowA.replace('a.xlsx', '.'), '. is no file.'],
    [rowA.replace('a.xlsx', ''), 'file is empty.'],
    [rowA.replace('a.xlsx', '../outside.csv'), '../outside.csv is not in the folder.'],
    [rowA.replace('a.xlsx', '..\\outside.csv'), '..\\outside.csv is not in the folder.'],
    [rowA.replace('a.xlsx', '/etc/hostname'), '/etc/hostname is not in the folder.'],
    [rowA.replace('a.xlsx', 'link.csv'), 'link.csv is not in the folder.'],
    [rowA.replace('consent.pdf', '../outside.csv'), '../outside.csv is not in the folder.'],
    [rowA.replace('consent.pdf', 'a.xlsx'), '“a.xlsx” is neither a PDF nor an image.'],
    [rowA.replace('consent.pdf', ''), 'Neither consent nor consent place says where the consent is.'],
    [rowA.replace('a.xlsx', 'empty.xlsx'), '“empty.xlsx” is empty (0 bytes).'],
    [rowA.replace('a.xlsx', 'letter.xlsx'), 'PDF'],
    [rowA.replace('a.xlsx', 'choose.csv'), 'article'],
    [rowA.replace('4711', '9999'), 'There is no customer with the number 9999.'],
    [rowA.replace('4711', ''), 'customer is empty.'],
    [rowA.replace('rep@', 'nobody@'), 'There is no user nobody@portal.example.'],
    [rowA.replace('2019-01', '01.2019'), 'from is no month, YYYY-MM: 01.2019'],
    [rowA.replace('2019-12', '2019-13'), 'to is no month, YYYY-MM: 2019-13'],
    [rowA.replace('2019-12', '2019-01'), 'to is not after from: 2019-01'],
    [rowA.replace('2019-12', '2100-01'), 'Please select a valid time range.'],
    [rowA.replace(',,', `,${'x'.repeat(256)},`), 'consent place has more than 255 characters.'],
    [rowA.replace('a.xlsx', 'a\0.xlsx'), 'a .xlsx: there is no such file.'],
    [rowA.replace('2019-01', '2017-12'), 'from is before 2018, the FIRST_YEAR of this portal: 2017-12'],
    [rowA.replace('2020-01-15', '15.01.2020'), 'imported is no day, YYYY-MM-DD: 15.01.2020'],
    [rowA.replace('2020-01-15', '2019-02-30'), 'imported is no day, YYYY-MM-DD: 2019-02-30'],
    [rowA.replace('2020-01-15', tomorrow), `imported is a day to come: ${tomorrow}`],
    [rowA.replace('2020-01-15', '2018-12-31'), 'imported is before the period begins: 2018-12-31'],
    [`${rowA}maybe`, 'test is neither yes nor no: maybe'],
  ];
  const { code, stdout, stderr } = await importFiles([rowA, ...wrong.map(([line]) => line), rowB]);
  expect(code).toBe(1);
  expect(stdout).toContain(`2 stored, ${wrong.length} refused`);
  expect(stderr.trim().split('\n')).toHaveLength(wrong.length);
  const refused = (await report()).slice(1, -1);
  expect(refused.map(({ outcome }) => outcome)).toEqual(wrong.map(() => 'refused'));
  for (const [index, [line, reason]] of wrong.entries())
    expect(refused[index]!.reason, line).toContain(reason);
  expect(await count('statistics')).toBe(2);
});

test('a test upload needs neither customer nor consent; a year before 2018 needs the setting', async () => {
  const line = 'a.xlsx,,2012-01,2012-12,rep@portal.example,2013-02-01,,,yes';
  expect((await importFiles([line])).code).toBe(1);
  const outcome = await runCommand(await writeManifest(line), { ...environment(), FIRST_YEAR: '2012' });
  expect(outcome.code).toBe(0);
  const { rows } = await portal.server.pool.query(
    'select test_upload, customer_external_id, time_year_from from statistics',
  );
  expect(rows).toEqual([{ test_upload: true, customer_external_id: null, time_year_from: 2012 }]);
});

test('--check reads all of it and stores nothing', async () => {
  const entries = await count('audit_entries');
  const { code, stdout } = await importFiles([rowA, rowB.replace('4712', '9999')], '--check');
  expect(code).toBe(1);
  expect(stdout).toContain('1 would be stored, 1 refused');
  expect(await report()).toMatchObject([
    { outcome: 'would be stored', statistic: '', rows: '4', imported: '3', unknown: '1' },
    { outcome: 'refused' },
  ]);
  expect([await count('statistics'), await count('audit_entries')]).toEqual([0, entries]);
});

async function manyLines(files: number): Promise<string[]> {
  const names = Array.from({ length: files }, (_, index) => `many-${index}.csv`);
  for (const [index, name] of names.entries()) await writeFile(join(folder, 'files', name), csv(index + 1));
  return names.map((name) => rowA.replace('a.xlsx', name));
}

test.each(['SIGKILL', 'SIGINT'] as const)(
  'an import that is ended by %s in the middle goes on with the same command, and stores nothing twice',
  async (signal) => {
    const files = 40;
    const command = await writeManifest(...(await manyLines(files)));
    const child = spawn(process.execPath, command, {
      env: { ...childEnvironment, ...environment() },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)));
    while ((await count('statistics')) < 3) await sleep(5);
    child.kill(signal);
    expect(await ended).toBe(signal);
    const before = await count('statistics');
    expect(before).toBeLessThan(files);
    // Whole or not at all.
    expect(
      await count(
        'statistics join statistic_files f on f.statistic_id = id join statistic_figures k on k.statistic_id = id',
      ),
    ).toBe(before);

    const { code, stdout } = await runCommand(command, environment());
    expect(code).toBe(0);
    expect(stdout).toContain(`${files - before} stored, ${before} known already`);
    expect(await count('statistics')).toBe(files);
    expect(await count('(select distinct file_sha256 from statistic_files) as content')).toBe(files);
  },
);

test('two commands at once store each file once', async () => {
  const command = await writeManifest(...(await manyLines(12)));
  const outcomes = await Promise.all(
    [1, 2].map((run) =>
      runCommand([...command, '--report', join(folder, `report-${run}.csv`)], environment()),
    ),
  );
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect(await count('statistics')).toBe(12);
});

test('a command without folder, manifest or catalogue says so and stores nothing', async () => {
  const command = await writeManifest(rowA);
  const [program] = command as [string];
  const of = (...parameters: string[]) => runCommand([program, ...parameters], environment());
  expect(await of(join(folder, 'none'), '--manifest', join(folder, 'manifest.csv'))).toEqual({
    code: 1,
    stdout: '',
    stderr: `${join(folder, 'none')}: there is no such file.\n`,
  });
  expect(await of(folder, '--manifest', join(folder, 'none.csv'))).toMatchObject({
    code: 1,
    stderr: `${join(folder, 'none.csv')}: there is no such file.\n`,
  });
  expect((await of('--help')).stdout).toContain('npm run import -- FOLDER --manifest FILE');
});

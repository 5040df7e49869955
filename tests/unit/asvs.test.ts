import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/authenticate.ts';
import { describeError } from '#server/http/answer-errors.ts';
import { keepLog } from '../support/kept-log.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

/** Of ASVS 5.0.0, for each section the numbers of its requirements of level 1 and 2, as owasp.org lists them. */
const REQUIREMENTS = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

const required = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

type Row = { number: string; state: string };

/** Rows that begin with a number: of a requirement, of a section or of a chapter. */
const rows: Row[] = [...page.matchAll(/^\| (\d+(?:\.\d+){0,2}) \| .+? \| (.+) \|$/gm)].map(
  ([, number, state]) => ({ number: number!, state: state! }),
);

/** The rows that a requirement stands in. */
const rowsOf = (requirement: string) =>
  rows.filter(({ number }) => `${requirement}.`.startsWith(`${number}.`));

test('every requirement of level 1 and 2 has one row, and every row one', () => {
  expect(required).toHaveLength(253);
  expect(required.filter((requirement) => rowsOf(requirement).length !== 1)).toEqual([]);
  expect(rows.filter((row) => !required.some((each) => rowsOf(each).includes(row)))).toEqual([]);
});

test('every row says its state, and the page how many there are of each', () => {
  const states = required.map((each) => /^\*\*(met|n\.a\.|open)\*\*: ./.exec(rowsOf(each)[0]!.state)?.[1]);
  expect(required.filter((_, index) => states[index] === undefined)).toEqual([]);
  const count = (state: string) => states.filter((each) => each === state).length;
  expect(page).toContain(
    `of ${required.length} requirements ${count('met')} are met, ${count('n.a.')} n.a. and ${count('open')} open.`,
  );
});

test('what is met names a test that there is, or says that there is none', () => {
  const known = new Set(
    readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map((path) =>
      path.split('/').at(-1),
    ),
  );
  const named = (state: string) => state.match(/[\w.-]+\.test\.ts/g) ?? [];
  const met = rows.filter(({ state }) => state.startsWith('**met**'));
  expect(met.filter(({ state }) => named(state).length === 0 && !state.includes('*no test*'))).toEqual([]);
  expect(rows.flatMap(({ state }) => named(state)).filter((name) => !known.has(name))).toEqual([]);
});

/** Files of the program whose text a pattern finds, as lines that begin with their path. */
function found(pattern: RegExp, folders = ['analytics', 'server', 'shared', 'web']): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    .toSorted();
}

test('programs are started in a few files, and no text becomes program or HTML', () => {
  expect(found(/node:child_process/)).toEqual([
    'server/platform/postgres/account.ts',
    'server/platform/postgres/cluster.ts',
    'server/platform/postgres/embedded.ts',
    'server/platform/postgres/postmaster.ts',
    'server/start/process-start.ts',
    'server/start/web-client.ts',
  ]);
  expect(found(/\beval\(|new Function\(|node:vm|shell: true|\bexec(Sync)?\(['"`]/)).toEqual([]);
  expect(found(/dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write/)).toEqual([]);
});

test('the server calls nobody but PostgreSQL, the mail server and its own public address', () => {
  const server = ['analytics', 'server', 'shared'];
  expect(
    found(/\bfetch\(|(http|https|http2)['"]\)?\.(get|request)|\b(get|request) .*'node:https?'/, server),
  ).toEqual(['server/operation/findings.ts']);
  expect(
    found(
      /\b(connect|createConnection)\b.* from 'node:(net|tls|http2)'|'(node:)?dgram'|undici|axios/,
      server,
    ),
    // PostgreSQL's own socket, in its data.
  ).toEqual(['server/platform/postgres/postmaster.ts']);
});

test('hashes are SHA-256, nothing is encrypted or signed, and chance is that of a secure generator', () => {
  expect(found(/createHash\((?!'sha256'\))/)).toEqual([]);
  expect(found(/createHmac|createCipher|createSign\(|createPrivateKey|pbkdf2|Math\.random/)).toEqual([]);
  // Of 16 bytes at least, where it is a number of bytes.
  expect(found(/randomBytes\((?:[0-9]|1[0-5])\)/)).toEqual([]);
});

test('passwords are hashed by argon2id as OWASP has it, with every character as it is', async () => {
  const long = 'Grüezi '.repeat(20);
  const hashed = await hashPassword(`${long}x`);
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hashed)!;
  expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(await verify(hashed, `${long}x`)).toBe(true);
  for (const other of [`${long}y`, `${long}X`, `${long}x `, long])
    expect(await verify(hashed, other)).toBe(false);
});

test('an unexpected error tells its number alone, and the log the rest', () => {
  const { log, entries } = keepLog();
  const error = new Error('column "secret" of postgresql://portal:password@db');
  const { status, body } = describeError(error, 'en', 'the-number', log);
  expect(status).toBe(500);
  expect(body).toEqual({ message: expect.any(String), code: 'internal', requestId: 'the-number' });
  expect(JSON.stringify(body)).not.toMatch(/secret|password|postgres/);
  expect(entries).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ stack: expect.any(String) }) }),
  ]);
});

test('SECURITY.md says within which time components are mended', () => {
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toMatch(
    /\*\*Components\.\*\* .*within 2 days.*7.*30.*90/,
  );
});

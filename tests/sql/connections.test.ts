import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connections, lendConnections, type Standing } from '#analytics/connections.ts';

let instance: DuckDBInstance;
let connections: Connections;
let made: string[];

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  made = [];
  connections = lendConnections(async (path) => {
    made.push(path);
    const connection = await instance.connect();
    for (const schema of path.split(',')) await connection.run(`create schema if not exists ${schema}`);
    await connection.run(`set search_path = '${path}'`);
    return connection;
  });
});
afterEach(() => connections.close(() => instance.closeSync()));

async function ask<T>(path: string, work: (standing: Standing) => Promise<T>): Promise<T> {
  const standing = await connections.lend(path);
  try {
    return await work(standing);
  } finally {
    connections.giveBack(standing);
  }
}

const itself = async ({ connection }: Standing): Promise<DuckDBConnection> => connection;

/** How many there are, but for the one that asks. */
async function connectionCount(): Promise<number> {
  const asking = await instance.connect();
  const counted = await asking.runAndReadAll('select count::integer from duckdb_connection_count()');
  asking.closeSync();
  return Number(counted.getRowsJS()[0]![0]) - 1;
}

test('a path that is asked for again is answered on its own connection, whatever was asked in between', async () => {
  const first = await ask('s1', itself);
  await ask('s2', itself);
  await ask('s3', itself);
  expect(await ask('s1', itself)).toBe(first);
  expect(made).toEqual(['s1', 's2', 's3']);
});

test('a statement is prepared once per path', async () => {
  const prepare = (standing: Standing) => connections.prepare(standing, 'select current_schema()');
  const first = await ask('s1', prepare);
  const other = await ask('s2', prepare);
  expect(await ask('s1', prepare)).toBe(first);
  expect(other).not.toBe(first);
  expect((await other.runAndReadAll()).getRowsJS()).toEqual([['s2']]);
});

test('connections of a dropped schema end, those in use when they are given back', async () => {
  await ask('s1,s9', itself);
  await ask('s2,s9', itself);
  const used = await connections.lend('s1');
  expect(await connectionCount()).toBe(3);
  connections.forget('s1');
  expect(await connectionCount()).toBe(2);
  connections.giveBack(used);
  expect(await connectionCount()).toBe(1);
  connections.forget('s9');
  expect(await connectionCount()).toBe(0);
});

test('however many paths are asked for, connections and statements stay bounded', async () => {
  const given: Standing[] = [];
  for (let path = 1; path <= 320; path++) {
    await ask(`s${path}`, async (standing) => {
      given.push(standing);
      for (const number of [1, 2]) await connections.prepare(standing, `select ${number}`);
    });
  }
  expect(await connectionCount()).toBe(300);
  const statements = given.reduce((sum, standing) => sum + standing.statements.size, 0);
  expect(statements).toBe(64);
  // The newest 32 have their two, the 288 before them none.
  expect(given.findIndex((standing) => standing.statements.size > 0)).toBe(288);
});

test('a connection that cannot be made keeps nobody from closing', async () => {
  const refused = lendConnections(async () => {
    throw new Error('no memory');
  });
  for (let attempt = 0; attempt < 3; attempt++) await expect(refused.lend('s1')).rejects.toThrow('no memory');
});

test('a statement is kept until tables change, then prepared anew once', async () => {
  const sql = 'select 1';
  const prepared = () => ask('a', (standing) => connections.prepare(standing, sql));
  const first = await prepared();
  expect(await prepared()).toBe(first);
  connections.tablesChanged();
  const second = await prepared();
  expect(second).not.toBe(first);
  expect(await prepared()).toBe(second);
  expect((await second.runAndReadAll()).getRowsJS()).toEqual([[1]]);
});

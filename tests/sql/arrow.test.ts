import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { tableFromIPC as flechetteTable } from '@uwdata/flechette';
import { Dictionary, type Table, tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeArrow } from '#analytics/arrow.ts';
import { bytesOf, type Column, type Columns, isValid, readColumns } from '#analytics/columns.ts';
import { type Engine, openEngine, type PooledConnection, type SqlParameters } from '#analytics/engine.ts';
import { encodeJson, encodeJsonBesideOthers, jsonBytesOf } from '#analytics/json.ts';

type Row = Record<string, unknown>;

let directory: string;
let engine: Engine;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-arrow-'));
  engine = await openEngine({ directory });
});
afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

async function columnsOf(connection: PooledConnection, sql: string): Promise<Columns> {
  return readColumns(await (await connection.prepare(sql)).run());
}

/** The rows of a query as our Arrow stream, our JSON and DuckDB's own reader have them. */
async function threeWays(sql: string, setUp = ''): Promise<{ columns: Columns; own: Row[] }> {
  return engine.use('main', async (connection) => {
    if (setUp) await connection.runScript(setUp);
    const columns = await columnsOf(connection, sql);
    const own = (await connection.rows(sql, {} as SqlParameters)) as Row[];
    const bytes = encodeArrow(columns, { sqlVersion: 'v1-test' });
    const table: Table = tableFromIPC(bytes);
    expect(table.schema.metadata.get('sqlVersion')).toBe('v1-test');
    expect(table.schema.fields.map(({ name }) => name)).toEqual(columns.columns.map(({ name }) => name));
    expect(table.numRows).toBe(own.length);
    expect(arrowRows(table)).toEqual(own);
    // As the client and workbooks read them.
    expect(flechetteTable(bytes).toArray()).toEqual(own);
    const json = encodeJson(columns, 'many');
    expect(JSON.parse(Buffer.from(json).toString())).toEqual(own);
    expect(Buffer.compare(json, await encodeJsonBesideOthers(columns, 'many'))).toBe(0);
    return { columns, own };
  });
}

function arrowRows(table: Table): Row[] {
  const names = table.schema.fields.map(({ name }) => name);
  const vectors = names.map((_, index) => table.getChildAt(index)!);
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, vectors[index]!.get(row)])),
  );
}

/** Every type that may be on the wire, with strings around the 12 bytes that DuckDB keeps inside its entries. */
const everyType = (rows: number, missing: string) => `
  select
    i::integer as "index",
    case when not (${missing}) then (i * 7919 - 40000)::integer end as "integer",
    case when not (${missing}) then (i * 1.25 - 3.1)::double end as "double",
    case when not (${missing}) then i % 3 = 0 end as "flag",
    case when not (${missing}) then repeat('ab', (i % 9)::integer) end as "short",
    case when not (${missing}) then repeat('é', (i % 9)::integer) || repeat('x', (i % 4)::integer) end as "umlauts",
    case when not (${missing}) then 'Blätter 漢字 😀 "' || i || '"' || repeat('\\n', (i % 5)::integer) end as "long",
    case when not (${missing}) then (['Zürich', 'Bern', '', 'Genève "GE"'])[1 + i % 4]::town end as "town"
  from range(${rows}) t(i)
  order by i`;
const towns = `create type if not exists town as enum ('Bern', 'Genève "GE"', 'Lugano', 'Zürich', '')`;

describe('rows are what DuckDB itself reads', () => {
  for (const rows of [0, 1, 7, 8, 9, 63, 64, 65, 2047, 2048, 2049, 4096, 4100, 10_001]) {
    test(`${rows} of them`, async () => {
      await threeWays(everyType(rows, 'i % 5 = 2'), towns);
    });
  }

  test.each([
    ['nothing missing', 'false'],
    ['everything missing', 'true'],
    ['only the first missing', 'i = 0'],
    ['only the last missing', 'i = 4999'],
    ['missing around the border of two chunks', 'i in (2047, 2048, 4095, 4096)'],
    ['one whole chunk missing', 'i between 2048 and 4095'],
    ['all but one missing', 'i <> 2050'],
  ])('%s', async (_, missing) => {
    await threeWays(everyType(5000, missing), towns);
  });

  test('after filters, joins and sorting, which hand over vectors of other shapes', async () => {
    await threeWays(
      `select a.* from (${everyType(6000, 'i % 11 = 3')}) a join range(0, 6000, 3) b(i) on a."index" = b.i
       where a."integer" is not null or a."index" % 2 = 0
       order by a."town" desc nulls first, a."long", a."index"`,
      towns,
    );
  });

  test('constants and missing constants', async () => {
    await threeWays(
      `select 1::integer as "one", 'a constant longer than twelve' as "text", null::varchar as "none",
         null::integer as "no number", true as "flag", 'Bern'::town as "town", null::town as "no town"
       from range(3000)`,
      towns,
    );
  });

  test('rows that a table stores, some of them deleted and updated', async () => {
    await threeWays(
      'select * from stored order by "index"',
      `${towns}; create or replace table stored as ${everyType(7000, 'i % 13 = 0')};
       delete from stored where "index" % 7 = 1;
       update stored set "long" = null, "town" = 'Lugano', "short" = 'twelve bytes' where "index" % 5 = 4;
       update stored set "long" = 'thirteen byte' where "index" % 10 = 4;`,
    );
  });
});

describe('strings', () => {
  test('around twelve bytes, also where a character crosses that border', async () => {
    const texts = [
      '',
      'a',
      'elevenbytes',
      'twelve bytes',
      'thirteen byte',
      'elevenbytesé',
      'tenbytes..😀',
      '😀😀😀',
      '😀😀😀a',
    ];
    const values = texts.map((text, index) => `(${index}, '${text}')`).join(', ');
    const { own } = await threeWays(`select n, s from (values ${values}) t(n, s) order by n`);
    expect(own.map(({ s }) => s)).toEqual(texts);
  });

  test('long, short and missing ones in turn', async () => {
    await threeWays(
      `select case i % 4 when 0 then repeat('long ', 3 + i % 7) when 1 then 'short' when 2 then null
         else repeat('é', 500) end as s from range(5000) t(i)`,
    );
  });

  test('of a megabyte', async () => {
    const { own } = await threeWays(`select repeat('ä', 500000 + i::integer) as s from range(3) t(i)`);
    expect((own[2]!.s as string).length).toBe(500_002);
  });

  test('with quotes, backslashes, controls and line separators', async () => {
    const { own } = await threeWays(
      `select '"\\' || chr(9) || chr(10) || chr(13) || chr(1) || chr(8232) || '</script>' as s`,
    );
    expect(own).toEqual([{ s: '"\\\t\n\r\u0001\u2028</script>' }]);
  });
});

describe('dictionaries', () => {
  test.each([1, 2, 255, 256, 257, 65_535, 65_536, 70_000])('of an ENUM of %i values', async (size) => {
    const name = `enum_${size}`;
    const { columns } = await threeWays(
      `select (case when i % 4 = 3 then null else 'value ' || ((${size} - 1 - i % 3 + ${size}) % ${size}) end)::${name} as v
       from range(3000) t(i)`,
      `create type ${name} as enum (select 'value ' || i from range(${size}) t(i))`,
    );
    const column = columns.columns[0]!;
    expect(column.type === 'dictionary' && column.values.length).toBe(Math.min(size, 3));
  });

  test('hold nothing when every value is missing, and are still read', async () => {
    const { columns } = await threeWays('select null::town as v from range(10)', towns);
    expect(columns.columns[0]).toMatchObject({ type: 'dictionary', values: [] });
  });

  test('are written once however many batches there are', async () => {
    const bytes = await engine.use('main', async (connection) => {
      await connection.runScript(towns);
      return encodeArrow(await columnsOf(connection, `select 'Zürich'::town as v from range(20000)`), {});
    });
    expect(
      Buffer.from(bytes).toString('latin1').split(Buffer.from('Zürich').toString('latin1')).length - 1,
    ).toBe(1);
    const table = tableFromIPC(bytes);
    expect(table.batches.length).toBeGreaterThan(1);
    expect(table.schema.fields[0]!.type).toBeInstanceOf(Dictionary);
  });
});

test('a long answer as JSON lets others pass, and writes each word of a column once', async () => {
  const batches = [2048, 2048, 2].map((length) => ({
    length,
    nullCount: 0,
    validity: null,
    data: new Int32Array(length).fill(1),
  }));
  let looks = 0;
  const column: Column = {
    name: 'town',
    type: 'dictionary',
    batches,
    get values() {
      looks++;
      return ['Bern', 'Uri'];
    },
  };
  let passed = 0;
  const encoding = encodeJsonBesideOthers({ rowCount: 4098, columns: [column] }, 'many');
  let isDone = false;
  const passing = (async () => {
    for (; !isDone; passed++) await setImmediate();
  })();
  const rows = JSON.parse(Buffer.from(await encoding).toString());
  isDone = true;
  await passing;
  expect([rows.length, rows[4097]]).toEqual([4098, { town: 'Uri' }]);
  expect(looks).toBe(1);
  // Between three chunks and the end.
  expect(passed).toBeGreaterThanOrEqual(3);
});

describe('an answer without rows', () => {
  test('is a stream with its schema, an empty array or null', async () => {
    const { columns } = await threeWays(`${everyType(0, 'false')}`, towns);
    expect(Buffer.from(encodeJson(columns, 'one')).toString()).toBe('null');
  });

  test('also where rows were found and all filtered away', async () => {
    await threeWays(`select * from (${everyType(5000, 'false')}) where "integer" = 1`, towns);
  });
});

test('numbers come as they are: zero, negative, the largest, fractions', async () => {
  const { own } = await threeWays(
    `select * from (values (2147483647, 9007199254740993.0::double), (-2147483648, -0.1::double), (0, 1e300::double),
       (null, 5e-324::double)) t(i, d)`,
  );
  expect(own).toEqual([
    { i: 2147483647, d: 9007199254740992 },
    { i: -2147483648, d: -0.1 },
    { i: 0, d: 1e300 },
    { i: null, d: 5e-324 },
  ]);
});

test('nothing of what lies in memory under missing values is sent', async () => {
  const { columns } = await threeWays(
    `select
       case when i % 3 > 0 then 1234567 end as "integer",
       case when i % 3 > 0 then 1.5::double end as "double",
       case when i % 3 > 0 then true end as "flag",
       case when i % 3 > 0 then 'a string longer than twelve bytes' end as "text",
       case when i % 3 > 0 then 'Zürich'::town end as "town"
     from range(5000) t(i) order by hash(i)`,
    towns,
  );
  for (const column of columns.columns) {
    for (const batch of column.batches) {
      for (let row = 0; row < batch.length; row++) {
        if (isValid(batch.validity!, row)) continue;
        if ('offsets' in batch) expect(batch.offsets[row + 1]).toBe(batch.offsets[row]);
        else if (column.type === 'bool') expect(isValid(batch.data as Uint8Array, row)).toBe(false);
        else expect(batch.data[row]).toBe(0);
      }
      const unused = batch.length % 8;
      if (unused > 0) expect(batch.validity!.at(-1)! >> unused).toBe(0);
    }
  }
});

test.each(['bigint', 'decimal(18, 2)', 'date', 'timestamp', 'hugeint', 'integer[]', 'float'])(
  'a column of type %s is refused, for the wire has no place for it',
  async (type) => {
    const read = engine.use('main', (connection) => columnsOf(connection, `select null::${type} as "odd"`));
    await expect(read).rejects.toThrow('Column odd has a type that has no place on the wire');
  },
);

test.each([
  ['short texts, of which many are missing', "case when i % 2 = 0 then 'a' end"],
  ['texts that are all missing', 'null::varchar'],
  ['numbers', 'i * 1.5::double'],
  ['truths', 'i % 3 = 0'],
])('what %s take is known before they are encoded', async (_, value) => {
  const names = Array.from({ length: 20 }, (_, at) => `${value} as "column${at}"`);
  const columns = await engine.use('main', (connection) =>
    columnsOf(connection, `select ${names.join()} from range(10000) r(i)`),
  );
  const arrow = encodeArrow(columns, {}).byteLength / bytesOf(columns);
  const json = encodeJson(columns, 'many').byteLength / jsonBytesOf(columns);
  // Arrow also says in each batch how long its parts are.
  expect([arrow > 0.99, arrow < 1.3, json > 0.7, json < 1.1]).toEqual([true, true, true, true]);
});

test('answers with the same columns differ in their metadata and in the values of an ENUM', async () => {
  const streams = await engine.use('main', async (connection) => {
    await connection.runScript(towns);
    const encoded = async (town: string, version: string) =>
      encodeArrow(await columnsOf(connection, `select '${town}'::town as v`), { sqlVersion: version });
    return [await encoded('Bern', 'v1-a'), await encoded('Zürich', 'v1-a'), await encoded('Bern', 'v2-a')];
  });
  const tables = streams.map((stream) => tableFromIPC(stream));
  expect(tables.map(arrowRows)).toEqual([[{ v: 'Bern' }], [{ v: 'Zürich' }], [{ v: 'Bern' }]]);
  expect(tables.map(({ schema }) => schema.metadata.get('sqlVersion'))).toEqual(['v1-a', 'v1-a', 'v2-a']);
});

describe('a query that is given up', () => {
  const endless = `select count(*)::integer as n from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3`;

  test('ends soon and leaves its connection usable', async () => {
    const one = await mkdtemp(join(tmpdir(), 'portal-arrow-'));
    const small = await openEngine({ directory: one, connections: 1 });
    for (let time = 0; time < 3; time++) {
      const client = new AbortController();
      const query = small.use('main', (connection) => columnsOf(connection, endless), client.signal);
      setTimeout(() => client.abort(new Error('gone')), 30);
      await expect(query).rejects.toThrow('gone');
      const after = await small.use('main', (connection) => columnsOf(connection, 'select 42::integer as n'));
      expect(after.rowCount).toBe(1);
    }
    small.close();
    await rm(one, { recursive: true, force: true });
  });

  test('while it waits for a connection never runs', async () => {
    const client = new AbortController();
    const run = vi.fn();
    const running = Array.from({ length: 6 }, () => {
      const other = new AbortController();
      setTimeout(() => other.abort(new Error('gone')), 100);
      return engine.use('main', (connection) => columnsOf(connection, endless), other.signal);
    });
    const waiting = engine.use('main', async () => run(), client.signal);
    client.abort(new Error('gone before its turn'));
    await expect(waiting).rejects.toThrow('gone before its turn');
    await Promise.allSettled(running);
    expect(run).not.toHaveBeenCalled();
  });

  test('before it began never runs', async () => {
    const run = vi.fn();
    const query = engine.use('main', async () => run(), AbortSignal.abort(new Error('gone')));
    await expect(query).rejects.toThrow('gone');
    expect(run).not.toHaveBeenCalled();
  });
});

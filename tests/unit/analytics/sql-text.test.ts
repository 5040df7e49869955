import { describe, expect, test } from 'vitest';
import { statementHash } from '#analytics/sql.ts';
import { essence, parameterTypes } from '#analytics/sql-text.ts';

describe('essence', () => {
  test('comments and layout are not part of it', () => {
    const plain = 'select a, sum(b) from t where c = $d::integer';
    const written = `-- What it is.
      select a,   /* why
        it's so */ sum( b )
      from t -- $e::varchar
      where c=$d :: integer\r\n`;
    expect(essence(written)).toBe(essence(plain));
    expect(statementHash(written)).toBe(statementHash(plain));
  });

  test('words stay apart', () => {
    expect(essence('select a\n b')).toBe('select a b');
    expect(essence('select a/**/b')).not.toBe(essence('select ab'));
  });

  test('what stands in quotes stays as it is', () => {
    for (const quoted of ["'a  --b'", '"a  /*b*/"', '$$a  --b$$', "e'it\\'s  --b'", "'it''s  --b'"]) {
      expect(essence(`select ${quoted} -- end`)).toContain(quoted);
    }
  });

  test('another number, name or string is another statement', () => {
    const hashes = ['select 1', 'select 2', 'select a', "select 'a'", "select 'a '", 'select "a"'].map(
      statementHash,
    );
    expect(new Set(hashes).size).toBe(6);
  });
});

describe('parameterTypes', () => {
  test('are read where they are cast', () => {
    const sql = `select $a::integer, $b :: VARCHAR[], $c::decimal(18, 2), $bare, a$b`;
    expect([...parameterTypes(sql)]).toEqual([
      ['a', 'integer'],
      ['b', 'varchar[]'],
      ['c', 'decimal(18,2)'],
      ['bare', 'varchar'],
    ]);
  });

  test('are not read from comments and strings', () => {
    expect(
      parameterTypes(`select '$a::integer' -- $b::integer\n/* $c::integer */ from "$d::integer"`).size,
    ).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { portfolio } from '#analytics/views/portfolio.ts';
import { product } from '#analytics/views/product.ts';
import { whatIf } from '#analytics/views/what-if.ts';
import {
  defaultChoice,
  isSilent,
  overfullList,
  readChoice,
  writeChoice,
} from '../../../web/url-state/address.ts';

const list = (element: z.core.$ZodType) =>
  z._default(
    z.pipe(
      z.transform((value): unknown => (value === undefined ? [] : [value].flat())),
      z.array(element),
    ),
    [],
  );

const schema = z.strictObject({
  general: list(z.enum(['match', 'sb20', 'co'])),
  molecule: list(z.string().check(z.minLength(1))),
  sortBy: z._default(z.enum(['count', 'potential']), 'potential'),
  limit: z._default(z.nullable(z.coerce.number()), null),
});

const read = (search: string) => readChoice(schema, new URLSearchParams(search));
const start = { general: [], molecule: [], sortBy: 'potential', limit: null };

describe('choices in an address', () => {
  test('what is missing takes its default', () => {
    expect(read('')).toEqual(start);
    expect(defaultChoice(schema)).toEqual(start);
  });

  test('one value and several are read alike', () => {
    expect(read('general=co').general).toEqual(['co']);
    expect(read('general=co&general=match').general).toEqual(['co', 'match']);
  });

  test('of a list the values that are no longer valid fall away, and only they', () => {
    expect(read('general=match&general=gone&sortBy=gone')).toEqual({ ...start, general: ['match'] });
    expect(read('general=gone').general).toEqual([]);
    expect(read('molecule=').molecule).toEqual([]);
  });

  test('of a list that is too long the beginning counts, and the address tells so', () => {
    const filters = portfolio.parameters;
    const named = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, (_, at) => ['molecule', `m${1000 + at}`]));
    expect(readChoice(filters, named(1000)).molecule).toHaveLength(1000);
    expect(overfullList(filters, named(1000))).toBeUndefined();
    const { molecule } = readChoice(filters, named(1001));
    expect([molecule.length, molecule[0], molecule.at(-1)]).toEqual([1000, 'm1000', 'm1999']);
    expect(overfullList(filters, named(1001))).toEqual({ given: 1001, most: 1000 });
    // What is no value does not count.
    const invalid = named(1000);
    invalid.append('molecule', '');
    expect(overfullList(filters, invalid)).toBeUndefined();
    expect(readChoice(filters, invalid).molecule).toHaveLength(1000);
  });

  test('a molecule is read whatever the number of its substances: those of a vaccine take 2,315 characters', () => {
    const vaccine = Array.from({ length: 21 }, (_, at) =>
      `polysaccharida streptococci pneumoniae typus ${at} `.padEnd(110, 'a'),
    )
      .join(' + ')
      .slice(0, 2315);
    for (const { parameters } of [product, portfolio])
      expect(readChoice(parameters, new URLSearchParams({ molecule: vaccine })).molecule).toEqual([vaccine]);
    const chosen = `0.25@molecule:${vaccine}`;
    expect(readChoice(whatIf.parameters, new URLSearchParams({ chosen })).chosen).toEqual([chosen]);
  });

  test('a single value is always written, a list where something is chosen, in alphabetical order', () => {
    expect(String(writeChoice(schema, read('')))).toBe('sortBy=potential');
    expect(String(writeChoice(schema, read('general=sb20&general=match&molecule=A%26B')))).toBe(
      'general=match&general=sb20&molecule=A%26B&sortBy=potential',
    );
  });

  test('other parameters of the address stay', () => {
    const written = writeChoice(schema, read(''), new URLSearchParams('lang=fr&general=co&layout=lite'));
    expect(String(written)).toBe('lang=fr&layout=lite&sortBy=potential');
  });

  test('what is written reads as it was', () => {
    const choice = read('general=co&molecule=Ö+%2B+x&molecule=a&sortBy=count&limit=7');
    expect(readChoice(schema, writeChoice(schema, choice))).toEqual({
      general: ['co'],
      molecule: ['a', 'Ö + x'],
      sortBy: 'count',
      limit: 7,
    });
  });

  test('an address is silent when it has none of the keys', () => {
    expect(isSilent(schema, new URLSearchParams('lang=fr&open=count'))).toBe(true);
    expect(isSilent(schema, new URLSearchParams('lang=fr&molecule=x'))).toBe(false);
  });
});

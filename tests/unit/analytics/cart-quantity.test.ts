import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fraction,
  fractionOfDecimal,
  lineTotal,
  multiplierOf,
  packsOf,
  parseFraction,
  selectedOf,
  sumsOf,
  toNumber,
  writeFraction,
} from '#shared/cart-quantity.ts';

/** Months ÷ a statistic's months, or a number of one's own. */
const multipliers = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 60 }))
    .map(([months, period]) => multiplierOf(months / period, period)),
  fc.integer({ min: 1, max: 120_000 }).map((thousandths) => multiplierOf(thousandths / 1000, 12)),
);
const typed = fc.integer({ min: 1, max: 1_000_000 });

test('typed packs come back as typed, whatever the multiplier', () => {
  fc.assert(
    fc.property(typed, multipliers, (packs, multiplier) => {
      // What a client does: divides in doubles, and sends the decimals.
      const sent = plainDecimal(packs / toNumber(multiplier));
      const kept = parseFraction(writeFraction(selectedOf(sent, multiplier)));
      expect(kept).toEqual(fraction(BigInt(packs) * multiplier.denominator, multiplier.numerator));
      expect(packsOf(kept, multiplier)).toBe(packs);
    }),
    { numRuns: 2000 },
  );
});

test('under another multiplier they are what exact fractions give, half up', () => {
  fc.assert(
    fc.property(typed, multipliers, multipliers, (packs, before, after) => {
      const kept = selectedOf(plainDecimal(packs / toNumber(before)), before);
      const numerator = BigInt(packs) * before.denominator * after.numerator;
      const denominator = before.numerator * after.denominator;
      const rest = (numerator % denominator) * 2n;
      expect(BigInt(packsOf(kept, after))).toBe(numerator / denominator + (rest >= denominator ? 1n : 0n));
    }),
    { numRuns: 2000 },
  );
});

describe('multipliers', () => {
  test.each([
    [12 / 7, 7, '12/7'],
    [1, 12, '1'],
    [0.25, 12, '1/4'],
    [1 / 3, 12, '1/3'],
    [1.5, 7, '3/2'],
    [0.333, 12, '333/1000'],
  ])('%d of a statistic of %d months is %s', (value, months, expected) => {
    expect(writeFraction(multiplierOf(value, months))).toBe(expected);
  });
});

describe('packs', () => {
  test.each([
    // 5 packs for 12 of 7 months are 2.5 for six, which doubles can take for less.
    ['35/12', '6/7', 3],
    ['25/3', '1', 8],
    ['17/2', '1', 9],
    ['1/2', '1', 1],
    ['49/100', '1', 0],
    ['0', '12/7', 0],
  ])('%s × %s, half up, are %d', (selected, multiplier, expected) => {
    expect(packsOf(parseFraction(selected), parseFraction(multiplier))).toBe(expected);
  });

  test('what nobody typed as whole packs stays what it is', () => {
    expect(writeFraction(selectedOf('14.9333', parseFraction('1')))).toBe('149333/10000');
    expect(writeFraction(selectedOf('0', parseFraction('12/7')))).toBe('0');
    expect(fractionOfDecimal('0.10')).toEqual({ numerator: 1n, denominator: 10n });
  });
});

test('sums are exact to the centime, and say what has no price', () => {
  expect(lineTotal(3, 1.1)).toBe(3.3);
  expect(lineTotal(3, null)).toBeNull();
  expect(
    sumsOf([
      { packs: 3, price: 1.1 },
      { packs: 1, price: 0.1 },
      { packs: 2, price: null },
      { packs: 0, price: 9 },
    ]),
  ).toEqual({ rows: 3, packs: 6, exFactorySum: 3.4, withoutPrice: 1 });
});

/** The shortest decimals of a double, without an exponent. */
function plainDecimal(value: number): string {
  return String(value).includes('e') ? value.toFixed(20) : String(value);
}

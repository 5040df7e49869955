import fc from 'fast-check';
import { views } from '#analytics/views/index.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import { listedValues } from '#tests/support/view-parameters.ts';
import type { World } from '#tests/support/world.ts';

/** What the views of a world are asked. */
export type Questions = {
  /** Parameters by the view's name; a page of the product analysis is asked for apart. */
  parameters: Readonly<Record<string, Record<string, unknown>>>;
  page: { limit: number; offset: number };
  context: ViewContext;
};

/** Of which the episodes of random worlds tell, and those beside them. */
const days = [
  '2025-03-29',
  '2025-03-30',
  '2025-10-26',
  '2026-01-01',
  '2026-03-01',
  '2026-03-02',
  '2026-03-03',
];

const FEW = 2;

/** Places in a pool that only the world fills. */
class Places {
  readonly picked: readonly number[];
  constructor(picked: readonly number[]) {
    this.picked = picked;
  }
}

class Switching {
  readonly entries: readonly { share: string; kind: string; place: number }[];
  constructor(entries: Switching['entries']) {
    this.entries = entries;
  }
}

/** How often lists of options are drawn where it is not as general ones are. */
const chances: Record<string, (values: string[]) => fc.Arbitrary<string[]>> = {
  type: (values) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.subarray(values) },
    ),
  behind: (values) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: options(values) }),
};

/** General options narrow, so few are drawn at a time; the others name what is in the world more often than not. */
export const randomQuestions = fc.record({
  // Lists and their totals are asked alike.
  choices: fc.record(
    Object.fromEntries(
      views.filter(({ name }) => !name.endsWith('/totals')).map((view) => [view.name, choicesOf(view)]),
    ),
  ),
  page: fc.record({ limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 8 }) }),
  context: fc.record({
    today: fc.constantFrom('2026-01-15', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'),
    todayUtc: fc.constantFrom('2026-01-15', '2026-06-30', '2026-07-01', '2026-07-02', '2026-08-31'),
    newStockoutDays: fc.constantFrom(0, 1, 14, 200),
    language: fc.constantFrom('de', 'en', 'fr', 'it'),
  }),
});

type Drawn = typeof randomQuestions extends fc.Arbitrary<infer Value> ? Value : never;

/** What is drawn for each parameter of a view: its values, or places in a pool of names. */
function choicesOf(view: View) {
  const standard = view.parameters.parse({}) as Record<string, unknown>;
  return fc.record(
    Object.fromEntries(
      Object.keys(view.parameters.shape)
        .filter((name) => name !== 'limit' && name !== 'offset')
        .map((name): [string, fc.Arbitrary<unknown>] => {
          const values = listedValues(view, name);
          if (name === 'gtin')
            return [name, fc.array(fc.nat(), { maxLength: 1 }).map((place) => new Places(place))];
          if (name === 'stockOutSince' || name === 'date') return [name, fc.constantFrom(null, ...days)];
          if (name === 'share') return [name, fc.constantFrom('1', '0', '0.5', '0.3333')];
          if (name === 'benchmark') return [name, fc.constantFrom(null, 30, 59, 66, 99)];
          if (name === 'chosen') return [name, switching()];
          if (!Array.isArray(standard[name])) return [name, fc.constantFrom(...values)];
          if (name === 'atc') return [name, atcCodes()];
          if (name === 'find' || name === 'setFind') return [name, searches()];
          if (values.length === 0) return [name, indexes().map((picked) => new Places(picked))];
          return [name, chances[name]?.(values) ?? options(values)];
        }),
    ),
  );
}

/** The drawn questions with the names of the world. */
export function questionsFor(world: World, { choices, ...others }: Drawn): Questions {
  const pools: Record<string, string[]> = {
    focusGroup: names((world.focusGroups ?? []).map(({ id }) => String(id))),
    // The last is no product's.
    gtin: [...world.products.map(({ gtin }) => gtin), '0000000000000'],
    also: world.products.map(({ gtin }) => gtin),
    alternative: names((world.alternatives ?? []).map(({ alternative }) => alternative)),
    set: names((world.alternatives ?? []).map(({ alternative }) => alternative)),
    product: names(world.lines.map(({ gtin, pharmacode }) => gtin || pharmacode)),
    article: names(world.lines.map(({ gtin, pharmacode }) => gtin || pharmacode)),
  };
  const poolOf = (name: string) =>
    pools[name] ?? names(world.products.map((product) => (product as Record<string, string>)[name]));
  const named = (drawn: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(drawn).map(([name, value]) => {
        if (value instanceof Switching) {
          const entries = value.entries.map(({ share, kind, place }) => {
            if (kind === 'all' || kind === 'none') return share + kind;
            const pool = poolOf(kind);
            return `${share}${kind}:${pool[place % pool.length]}`;
          });
          return [name, entries];
        }
        if (!(value instanceof Places)) return [name, value];
        const pool = poolOf(name);
        const picked = value.picked.map((place) => pool[place % pool.length]!);
        return [name, name === 'gtin' ? (picked[0] ?? null) : picked];
      }),
    );
  const parameters = Object.fromEntries(
    views.map((view) => {
      const asked = named(choices[view.name.replace(/\/totals$/, '')]!);
      return [
        view.name,
        Object.fromEntries(Object.entries(asked).filter(([name]) => name in view.parameters.shape)),
      ];
    }),
  );
  return { ...others, parameters };
}

/** Names to choose from, one of them unknown to the world. */
function names(values: (string | undefined)[]): string[] {
  return [
    ...new Set([...values.filter((value) => value !== undefined && value !== ''), 'nobody']),
  ] as string[];
}

function options(values: string[]) {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.subarray(values, { maxLength: Math.min(FEW, values.length) }) },
  );
}

function indexes(): fc.Arbitrary<number[]> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 5, size: 'max' }) },
  );
}

/** Pieces of the worlds' names and numbers, in other case and with other accents than they have there. */
function searches() {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<string[]>([]) },
    {
      weight: 1,
      arbitrary: fc.subarray(['A', 'É', 'o', '76', '1 0', 'ä b', '\u00a0', 'provider', 'ß', 'zzz'], {
        minLength: 1,
        maxLength: FEW,
      }),
    },
  );
}

/** What switches: places in the pools of what has names in the world, with and without a share of its own. */
function switching() {
  const entry = fc.record({
    share: fc.constantFrom('', '', '0@', '1@', '0.25@', '0.0001@'),
    kind: fc.constantFrom('product', 'set', 'molecule', 'manufacturer', 'all', 'none'),
    place: fc.nat({ max: 20 }),
  });
  return fc.array(entry, { minLength: 1, maxLength: 4 }).map((entries) => new Switching(entries));
}

function atcCodes() {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<string[]>([]) },
    {
      weight: 1,
      arbitrary: fc.subarray(['A', 'A01', 'A01AA01', 'A02B', 'C09AA', 'N', 'X', 'Q', 'Z'], {
        maxLength: FEW,
      }),
    },
  );
}

import type { z } from 'zod';
import type { PooledConnection } from '#analytics/engine.ts';
import { type AboutStatistic, aboutStatistic } from '#analytics/exports.ts';
import { atc, atcTotals } from '#analytics/views/atc.ts';
import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import { manufacturers } from '#analytics/views/manufacturers.ts';
import { molecule } from '#analytics/views/molecule.ts';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { product, productTotals } from '#analytics/views/product.ts';
import { summary } from '#analytics/views/summary.ts';
import type { ViewContext } from '#analytics/views/view.ts';
import { whatIf, whatIfSwitches } from '#analytics/views/what-if.ts';
import { atcSegments } from '#shared/atc-segments.ts';
import { comparedName } from '#shared/disambiguate-labels.ts';
import type { Language } from '#shared/languages.ts';
import type { PackPartName, PackRows, PackTemplate } from '#shared/pack.ts';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import type { ComparedFigure, Comparison } from '#shared/schemas/comparison.ts';
import type { Scenario } from '#shared/schemas/scenario.ts';
import { comparedBlocks } from '#shared/summary-figures.ts';
import { lateInWords, lateness } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { chf, count, swissDate, swissPeriod } from '../../platform/i18n/swiss.ts';
import { nameWithPack, type OrderForm } from '../paper/order-form.ts';
import type { Block, Column, PackPart, TableRow } from '../paper/pack-document.ts';
import {
  asking,
  handoutForm,
  type handoutRanks,
  type Missing,
  missingWords,
  offered,
  readHandout,
} from './handout.ts';

/** Parts that are sections; cover and handout have their own pages. */
type SectionName = Exclude<PackPartName, 'cover' | 'handout'>;
type Section = Extract<PackPart, { kind: 'section' }>;

/** Inputs of a pack beside the views of its parts. */
export type PackAsked = {
  template: PackTemplate;
  language: Language;
  provider: { name: string; companies: readonly string[] };
  contact: OrderForm['contact'];
  /** The rank of the offers. */
  sortBy: (typeof handoutRanks)[number];
  /** Returns undefined where there is none. */
  cover: (about: AboutStatistic) => PackPart | undefined;
  /** The summary compared with another period; undefined: not requested. */
  comparison: Comparison | undefined;
  scenario: Pick<Scenario, 'name' | 'choice'> | undefined;
  order: PackOrder | undefined;
};

/** Inputs of sections. */
type SectionParts = Pick<PackAsked, 'language' | 'sortBy' | 'comparison' | 'scenario' | 'order'> & {
  ask: ReturnType<typeof asking>;
  provider: string;
  companies: readonly string[];
  context: ViewContext;
  rows: PackRows;
  parts: readonly PackPartName[];
};

/** Makes all parts of a pack on a connection of a statistic, one after the other. */
export async function packParts(
  connection: PooledConnection,
  context: ViewContext,
  { template, provider, contact, cover, ...asked }: PackAsked,
): Promise<{ about: AboutStatistic; parts: PackPart[] }> {
  const { language, sortBy } = asked;
  const about = await aboutStatistic(connection);
  const parts: PackPart[] = [];
  for (const name of template.parts) {
    const part = await partOf(name);
    if (part) parts.push(part);
  }
  return { about, parts };

  async function partOf(name: PackPartName): Promise<PackPart | undefined> {
    if (name === 'cover') return cover(about);
    if (name === 'handout') {
      const rows = await readHandout(connection, sortBy, context);
      const page = { language, provider: provider.name, contact, today: context.today };
      return { kind: 'handout', ...handoutForm(rows, page) };
    }
    return sections[name]({
      ...asked,
      ask: asking(connection, context),
      provider: provider.name,
      companies: provider.companies,
      context,
      ...template,
    });
  }
}

/** The current cart. */
export type PackOrder = { cart: Cart; wholesaler: string | null; deliveryDate: string };

type Summary = z.infer<typeof summary.row>;
type Format = (value: number | null) => string;
type RowOf<V extends { row: z.core.$ZodType }> = z.infer<V['row']>;

const formats: Readonly<Record<'chf' | 'count' | 'percent', Format>> = { chf, count: packs, percent };

/** Figures of a scenario before and after. */
const scenarioFigures = [
  ['turnoverTotal', chf],
  ['turnoverOriginal', chf],
  ['turnoverGenericum', chf],
  ['turnoverOthers', chf],
  ['turnoverProvider', chf],
  ['potentialTotal', chf],
  ['genericQuota', percent],
  ['genericPenetration', percent],
  ['totalManufacturer', packs],
  ['duplicateProducts', packs],
] as const;

const BARS = 5;

/** Functions that make the sections; undefined: nothing to show, the part is left out. */
const sections: Readonly<
  Record<SectionName, (parts: SectionParts) => Promise<Section | undefined> | Section | undefined>
> = { figures, charts, offers, duplicates, missing, scenario, order, glossary };

/** Texts of the pack, and of the pages with the same figures. */
function wordsOf({ language, provider }: Pick<SectionParts, 'language' | 'provider'>) {
  const say = (key: string, params = {}) => translate(language, key, { provider, ...params });
  return { say, word: (key: string, params = {}) => say(`packForm.${key}`, params) };
}

async function figures(parts: SectionParts): Promise<Section> {
  const { say, word } = wordsOf(parts);
  const row = await parts.ask<Summary>(summary);
  const { comparison } = parts;
  const [value = '', otherPeriod = ''] = comparison
    ? [comparison.statistic, comparison.other].map((side) => swissPeriod(side) ?? '')
    : [];
  const other = comparedName(otherPeriod, value, say('compare.with'));
  return {
    kind: 'section',
    title: word('figures.title'),
    note: word('exFactory'),
    blocks: [
      {
        kind: 'tiles',
        tiles: [
          { label: `${say('figures.turnoverTotal.label')} CHF`, figure: chf(row.turnoverTotal), note: '' },
          {
            label: say('figures.genericPenetration.label'),
            figure: percent(row.genericPenetration),
            note: say('dashboard.tiles.benchmark'),
          },
          {
            label: say('dashboard.offers.turnoverPotential'),
            figure: chf(row.potentialTotal),
            note: say('dashboard.tiles.replaceable', {
              count: row.alternativeProvider,
              articles: count(row.alternativeProvider),
            }),
          },
          { label: say('handout.gain'), figure: chf(row.customersGainTotal), note: word('figures.gain') },
        ],
      },
      {
        kind: 'table',
        columns: comparison
          ? [
              column(say('compare.figure'), 6),
              number(value, 3),
              number(other, 3),
              number(say('compare.change'), 3),
              number(say('compare.changePercent'), 2.6),
            ]
          : [column(say('compare.figure'), 6), number(swissPeriod(row) ?? '', 3)],
        rows: comparedBlocks.flatMap(({ name: block, figures }): TableRow[] => [
          {
            cells: [say(`dashboard.block.${block}`), ...Array<string>(comparison ? 4 : 1).fill('')],
            kind: 'group',
          },
          ...figures.map(([figure, kind]) => {
            const name = say(`figures.${figure}.label`);
            const format = formats[kind];
            const compared = comparison?.rows.find((each) => each.figure === figure);
            return { cells: compared ? comparedCells(name, compared, format) : [name, format(row[figure])] };
          }),
        ]),
      },
      ...(comparison ? [comparedNote(comparison)] : []),
    ],
  };

  /** As in the comparison of the overview. */
  function comparedCells(name: string, compared: ComparedFigure, format: Format): string[] {
    // Packs per month are seldom whole.
    const write = compared.perMonth && format === packs ? chf : format;
    const change =
      format === percent && compared.change !== null
        ? say('whatIf.figures.points', { change: signed(compared.change, packs) })
        : signed(compared.change, write);
    return [
      compared.perMonth ? `${name} (${say('compare.perMonth')})` : name,
      write(compared.value),
      write(compared.other),
      change,
      signed(compared.changePercent, share),
    ];
  }

  function comparedNote({ statistic, other, rows }: Comparison): Block {
    const lengths = {
      months: say('portal.months', { count: statistic.months }),
      other: say('portal.months', { count: other.months }),
    };
    const key = rows.some(({ perMonth }) => perMonth) ? 'perMonth' : 'sameLength';
    return { kind: 'text', text: say(`compare.note.${key}`, lengths) };
  }
}

async function charts({ ask, companies, ...parts }: SectionParts): Promise<Section> {
  const { say, word } = wordsOf(parts);
  const groups = await ask<RowOf<typeof atc>[]>(atc, { sortBy: 'efPreisSum' });
  const { efPreisSum: total } = await ask<RowOf<typeof atcTotals>>(atcTotals);
  const makers = await ask<RowOf<typeof manufacturers>[]>(manufacturers, { sortBy: 'efPreisSum' });
  const molecules = await ask<RowOf<typeof molecule>[]>(molecule, { sortBy: 'turnoverPotential' });
  const segments = atcSegments(
    groups.map(({ atcCategory, efPreisSum }) => ({ atcCategory, value: efPreisSum })),
    total,
  );
  return {
    kind: 'section',
    title: word('charts.title'),
    note: '',
    blocks: [
      {
        kind: 'ring',
        title: say('dashboard.atc.title'),
        note: say(segments.length > 0 ? 'dashboard.atc.note' : 'dashboard.noInformation'),
        unit: 'CHF',
        total: chf(total),
        segments: segments.map(({ letter, share, value }) => ({
          letter: letter ?? '+',
          name: letter === null ? say('dashboard.atc.others') : say(`atc.${letter}`),
          share,
          percent: percent(Math.round(share * 100)),
          figure: chf(value),
        })),
      },
      bars(
        say('dashboard.manufacturers.title'),
        say('dashboard.manufacturers.note'),
        makers.map(({ manufacturerName: name, efPreisSum: value }) => ({
          name,
          value,
          own: companies.includes(name),
        })),
      ),
      bars(
        say('groups.molecule.chart', { count: BARS }),
        word('charts.molecules'),
        molecules.map(({ moleculeName: name, turnoverPotential: value }) => ({ name, value, own: false })),
      ),
    ],
  };

  function bars(
    title: string,
    note: string,
    all: readonly { name: string; value: number; own: boolean }[],
  ): Block {
    const shown = all.slice(0, BARS).filter(({ value }) => value > 0);
    const largest = Math.max(...shown.map(({ value }) => value));
    return {
      kind: 'bars',
      title,
      note: shown.length > 0 ? note : say('dashboard.noInformation'),
      bars: shown.map(({ name, value, own }) => ({ name, figure: chf(value), part: value / largest, own })),
    };
  }
}

async function offers({ ask, rows, sortBy, ...parts }: SectionParts): Promise<Section> {
  const { say, word } = wordsOf(parts);
  const found = await ask<RowOf<typeof product>[]>(product, {
    general: offered,
    sortBy,
    limit: rows,
    offset: 0,
  });
  const all = await ask<RowOf<typeof productTotals>>(productTotals, { general: offered });
  return {
    kind: 'section',
    title: word(`offers.title.${sortBy}`),
    note: word('offers.note'),
    blocks: listed({
      columns: [
        column(say('handout.bought'), 6),
        number(say('handout.packs'), 1.7),
        column(say('handout.ours'), 6),
        number(say('dashboard.offers.turnoverPotential'), 2.2),
        number(say('handout.gain'), 2.2),
      ],
      rows: found.map((row) => ({
        cells: [
          row.productName ?? row.article,
          packs(row.qtySum1),
          row.alternativeProductName ?? '–',
          chf(row.turnoverPotential),
          chf(row.customersGain),
        ],
      })),
      none: say('handout.noOffers'),
      further: furtherThan(found.length, all.rowCount, say),
      sum: [
        word('offers.all', { count: all.rowCount }),
        packs(all.qtySum1),
        '',
        chf(all.turnoverPotential),
        chf(all.customersGain),
      ],
    }),
  };
}

async function duplicates({ ask, rows, ...parts }: SectionParts): Promise<Section> {
  const { say, word } = wordsOf(parts);
  const found = await ask<RowOf<typeof duplicateProducts>[]>(duplicateProducts, {
    sortBy: 'turnoverPotential',
  });
  const all = await ask<RowOf<typeof duplicateProductsTotals>>(duplicateProductsTotals);
  const shown = found.slice(0, rows);
  return {
    kind: 'section',
    title: say('dashboard.portfolio.duplicates'),
    note: word('duplicates.note'),
    blocks: listed({
      columns: [
        column(word('duplicates.product'), 9),
        number(say('handout.packs'), 2),
        number(word('duplicates.exFactory'), 2.2),
        number(say('dashboard.offers.turnoverPotential'), 2.6),
      ],
      rows: shown.flatMap((row, index): TableRow[] => [
        ...(row.gtiN2 === shown[index - 1]?.gtiN2
          ? []
          : [
              {
                cells: [row.description2, packs(row.qty2), chf(row.efPreis2), ''],
                kind: 'group' as const,
              },
            ]),
        { cells: [row.description1, packs(row.qty1), chf(row.efPreis1), chf(row.turnoverPotential)] },
      ]),
      none: word('duplicates.none'),
      further: furtherThan(shown.length, found.length, say),
      sum: [word('duplicates.all', { count: all.sets }), '', '', chf(all.turnoverPotential)],
    }),
  };
}

async function missing({ ask, rows, language, context, ...parts }: SectionParts): Promise<Section> {
  const { say, word } = wordsOf({ language, ...parts });
  const found = await ask<Missing[]>(notDeliverable);
  const said = missingWords(language, context.today);
  return {
    kind: 'section',
    title: say('handout.missing'),
    note: word('missing.note'),
    blocks: listed({
      columns: [
        column(say('handout.bought'), 6),
        number(say('handout.packs'), 1.8),
        column(say('handout.delivery'), 4.8),
        column(say('handout.ours'), 6),
        number(say('handout.gain'), 2.2),
      ],
      rows: found.slice(0, rows).map((row) => {
        const { ours, instead } = said.replacement(row);
        return {
          cells: [
            row.productName,
            packs(row.qtySum1),
            `${said.since(row)}, ${said.expected(row)}`,
            instead ? `${ours}, ${instead}` : (ours ?? '–'),
            chf(row.customersGain),
          ],
        };
      }),
      none: say('handout.nothingMissing'),
      further: furtherThan(rows, found.length, say),
    }),
  };
}

/** Left out where none is chosen. */
async function scenario({ ask, rows, scenario, ...parts }: SectionParts): Promise<Section | undefined> {
  if (!scenario) return undefined;
  const { say, word } = wordsOf(parts);
  const { chosen, share, benchmark } = scenario.choice;
  const asked = { chosen, share, benchmark };
  const row = await ask<RowOf<typeof whatIf>>(whatIf, asked);
  const switches = await ask<RowOf<typeof whatIfSwitches>[]>(whatIfSwitches, { ...asked, limit: rows });
  const articles = count(row.switchingArticles);
  return {
    kind: 'section',
    title: word('scenario.title', { name: scenario.name }),
    note: say('whatIf.rules'),
    blocks: [
      {
        kind: 'text',
        bold: true,
        text: [
          word('scenario.gain', { amount: chf(row.customersGain) }),
          say('whatIf.extent', { count: row.switchingArticles, articles }),
        ].join(' '),
      },
      ...(row.gainsUnknown > 0
        ? [
            {
              kind: 'text' as const,
              text: say('whatIf.gainsUnknown', {
                count: row.gainsUnknown,
                articles: count(row.gainsUnknown),
              }),
            },
          ]
        : []),
      {
        kind: 'table',
        columns: [
          column(say('whatIf.figures.figure'), 6),
          number(say('whatIf.figures.before'), 3),
          number(say('whatIf.figures.after'), 3),
          number(say('whatIf.figures.change'), 3),
        ],
        rows: scenarioFigures.map(([figure, format]) => {
          const change = row[`${figure}Change`];
          return {
            cells: [
              say(`whatIf.figure.${figure}`),
              format(row[figure]),
              format(row[`${figure}After`]),
              format === percent && change !== null
                ? say('whatIf.figures.points', { change: signed(change, packs) })
                : signed(change, format),
            ],
          };
        }),
      },
      ...listed({
        columns: [
          column(say('handout.bought'), 6),
          number(say('whatIf.switches.packs1'), 1.8),
          column(say('handout.ours'), 6.6),
          number(say('whatIf.switches.packs2'), 1.8),
          number(say('whatIf.switches.potential'), 2.2),
          number(say('handout.gain'), 2.2),
        ],
        rows: switches.map((each) => ({
          cells: [
            each.productName ?? each.article,
            partsOfPacks.format(each.packs1),
            each.alternativeDeliverable
              ? each.alternativeProductName
              : `${each.alternativeProductName} (${say('whatIf.switches.notDeliverable')})`,
            partsOfPacks.format(each.packs2),
            chf(each.turnoverPotential),
            chf(each.customersGain),
          ],
        })),
        none: word('scenario.none'),
        further: furtherThan(switches.length, row.switchingArticles, say),
      }),
    ],
  };
}

function order({ order, rows, language, context: { today }, ...parts }: SectionParts): Section {
  const { say, word } = wordsOf({ language, ...parts });
  const ordered = order ? [...order.cart.rows, ...order.cart.hidden].filter(({ packs }) => packs > 0) : [];
  const facts =
    order && ordered.length > 0
      ? [
          order.wholesaler && fact('wholesaler', order.wholesaler),
          fact('deliveryDate', swissDate(order.deliveryDate)),
          say('orderForm.exFactory'),
        ]
      : [];
  const sums = order?.cart.sums;
  return {
    kind: 'section',
    title: word('order.title'),
    note: facts.filter(Boolean).join(' · '),
    blocks: [
      ...listed({
        columns: [
          column(say('orderForm.pharmacode'), 2),
          column('GTIN', 2.9),
          column(say('orderForm.product'), 7),
          number(say('orderForm.packs'), 2),
          number(say('orderForm.price'), 2.2),
          number(say('orderForm.total'), 2.4),
        ],
        rows: ordered.slice(0, rows).map((row) => ({
          cells: [
            row.pharmacode ?? '',
            row.gtin,
            productOf(row),
            packs(row.packs),
            chf(row.warehouseProduct.ExFactoryPrice),
            chf(row.lineTotal),
          ],
        })),
        none: word('order.none'),
        further: furtherThan(rows, ordered.length, say),
        ...(sums && {
          sum: [
            word('order.all', { count: sums.rows }),
            '',
            '',
            packs(sums.packs),
            '',
            chf(sums.exFactorySum),
          ],
        }),
      }),
      ...(sums && sums.withoutPrice > 0
        ? [{ kind: 'text' as const, text: say('orderForm.withoutPrice', { count: sums.withoutPrice }) }]
        : []),
    ],
  };

  function fact(label: string, value: string): string {
    return say('portal.labelled', { label: say(`orderForm.${label}`), value });
  }

  /** With a line that it cannot be delivered by the delivery date, as on the order. */
  function productOf(row: CartRow): string {
    const late = order ? lateness(row, { day: order.deliveryDate, today }) : {};
    const note = lateInWords(language, late, today);
    return [nameWithPack(row), note].filter(Boolean).join('\n');
  }
}

/** Terms used in the other parts. */
function glossary({ parts: chosen, context: { newStockoutDays: days }, ...parts }: SectionParts): Section {
  const { say, word } = wordsOf(parts);
  const has = (...names: SectionName[]) => names.some((name) => chosen.includes(name));
  const basis = (name: string) => ({
    term: say(`help.basis.${name}.title`),
    text: say(`help.basis.${name}.text`, { days }),
  });
  const formula = (name: string) => ({
    term: say(`help.glossary.${name}`),
    text: say(`explain.formulas.${name}`),
  });
  const terms = [
    { term: say('help.basis.prices.title'), text: word('glossary.pricesText') },
    ...(has('figures', 'scenario')
      ? [basis('origin'), formula('genericQuota'), formula('genericPenetration')]
      : []),
    ...(has('figures', 'offers', 'duplicates', 'missing', 'scenario') ? [basis('alternative')] : []),
    ...(has('figures', 'charts', 'offers', 'duplicates', 'scenario') ? [basis('potential')] : []),
    ...(has('figures', 'offers', 'missing', 'scenario') ? [formula('customersGain')] : []),
    ...(has('figures', 'duplicates', 'scenario') ? [basis('duplicates')] : []),
    ...(has('figures', 'offers', 'missing', 'scenario') ? [basis('stockout')] : []),
    ...(has('charts') ? [{ term: word('glossary.atc'), text: word('glossary.atcText') }] : []),
  ];
  return { kind: 'section', title: say('help.glossary.title'), note: '', blocks: [{ kind: 'terms', terms }] };
}

type Listed = {
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** Text for an empty list. */
  none: string;
  /** Text for the number of rows not shown; empty: none. */
  further: string;
  /** Of all rows, including those not shown. */
  sum?: readonly string[];
};

function listed({ columns, rows, none, further, sum }: Listed): Block[] {
  if (rows.length === 0) return [{ kind: 'text', text: none }];
  const more: TableRow[] = further
    ? [{ cells: [further, ...Array<string>(columns.length - 1).fill('')] }]
    : [];
  const all: TableRow[] = sum ? [{ cells: sum, kind: 'sum' }] : [];
  return [{ kind: 'table', columns, rows: [...rows, ...more, ...all] }];
}

function furtherThan(shown: number, all: number, say: (key: string, params: object) => string): string {
  return all > shown ? say('handout.further', { count: all - shown }) : '';
}

function column(heading: string, part: number): Column {
  return { heading, part };
}

function number(heading: string, part: number): Column {
  return { heading, part, number: true };
}

const shares = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const partsOfPacks = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 2 });

function packs(value: number | null): string {
  return value === null ? '–' : count(value);
}

function percent(value: number | null): string {
  return value === null ? '–' : `${count(value)}%`;
}

function share(value: number | null): string {
  return value === null ? '–' : `${shares.format(value)}%`;
}

/** A change with its sign. */
function signed(value: number | null, format: Format): string {
  if (value === null) return '–';
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return sign + format(Math.abs(value));
}

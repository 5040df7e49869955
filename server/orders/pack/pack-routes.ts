import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import type { AboutStatistic } from '#analytics/exports.ts';
import { summary } from '#analytics/views/summary.ts';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { pathId, text } from '#shared/fields.ts';
import { type Language, languages } from '#shared/languages.ts';
import { type PackRows, type PackTemplate, packRows } from '#shared/pack.ts';
import { partsOfPack } from '#shared/schemas/pack.ts';
import type { Scenario } from '#shared/schemas/scenario.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendMadeFile } from '../../http/send-file.ts';
import { type Queryable, queryRow } from '../../platform/database/query.ts';
import { fileName, periodInName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissDate } from '../../platform/i18n/swiss.ts';
import { period } from '../../statistics/exports/about-sheet.ts';
import { findOrderedStatistic } from '../../statistics/statistic-queries.ts';
import { compareStatistics } from '../../statistics/views/compare-routes.ts';
import {
  type Asking,
  onCurrentRevisions,
  tablesOfStatistic,
  viewContext,
} from '../../statistics/views/view-tables.ts';
import { answerCart } from '../carts/answer-cart.ts';
import { noFilter } from '../carts/cart-figures.ts';
import { listCarts } from '../carts/cart-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageFor, makePdf } from '../order-files.ts';
import { findWholesalerName } from '../order-queries.ts';
import type { PackForm, PackPart } from '../paper/pack-document.ts';
import { handoutRanks } from './handout.ts';
import { type PackOrder, packParts } from './pack-sections.ts';

const link = z.object({ id: text() });
const list = (value: unknown) => (Array.isArray(value) ? value : [value]);

const packQuery = z
  .strictObject({
    parts: z.preprocess(list, partsOfPack).describe('what is in it, in this order, the key repeated'),
    rows: z
      .enum(packRows.map(String) as [string, ...string[]])
      .default(String(packRows[0]))
      .transform((rows) => Number(rows) as PackRows)
      .describe('the most rows of a part'),
    language: z
      .enum(languages)
      .optional()
      .describe('absent: the customer’s where it is known, else the caller’s'),
    with: text(100)
      .optional()
      .describe('direct link id of the statistic that the key figures are compared with'),
    scenario: pathId.optional().describe('one’s own of this statistic, or one that was made visible'),
    cart: text(64)
      .optional()
      .describe('the cart that the order proposal is, one’s own or one made visible; absent: one’s own'),
    sortBy: z.enum(handoutRanks).default('turnoverPotential').describe('the rank of the offers'),
    preview: z.enum(['true', 'false']).default('false').describe('true: not counted as handed out'),
  })
  .refine(({ parts, scenario }) => scenario !== undefined || parts.some((part) => part !== 'scenario'), {
    path: ['parts'],
    error: 'must have one that is not left out',
  });

/** Inputs of a pack beside the statistic. */
type Asked = {
  template: PackTemplate;
  sortBy: (typeof handoutRanks)[number];
  link: string;
  user: User | undefined;
  otherId?: string | undefined;
  scenario?: Pick<Scenario, 'name' | 'choice'> | undefined;
  cartKey?: string | undefined;
};

/** Files for the customer: the pack for a visit, and its handout. */
export function packRoutes(dependencies: Dependencies): Route[] {
  const { pool, settings, usage, currentRevisions } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/pack',
      summary:
        'The pack for a visit as PDF, in the customer’s language where it is known: parts of the dashboard in the order asked for.',
      access: 'signedIn',
      costs: 'export',
      params: link,
      objects: {
        id: 'link',
        'query.with': 'link',
        'query.scenario': 'scenario',
        'query.cart': 'cart',
      },
      query: packQuery,
      async handle(ctx, { params, query, found, user }) {
        const { parts, rows, language: chosen } = query;
        const asked = languageOf(ctx);
        const statisticId = found.id.id;
        await sendMadeFile(ctx, {
          name: await nameOf(statisticId, asked, 'packForm.file'),
          type: 'application/pdf',
          onMade: () => query.preview === 'false' && usage.count('pack', user, statisticId),
          async make({ signal = new AbortController().signal }) {
            const language = chosen ?? (await customersLanguage(statisticId, asked));
            const form = await packForm(
              {
                template: { parts, rows },
                sortBy: query.sortBy,
                link: params.id,
                user,
                otherId: query.with,
                scenario: found['query.scenario'],
                cartKey: query.cart,
              },
              { language, signal },
            );
            return makePdf(form, { signal });
          },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/handout',
      summary:
        'A page for the customer as PDF, in their language where it is known: the best offers with what they gain, and what is not deliverable, with barcodes of what replaces it.',
      access: 'everyone',
      costs: 'export',
      params: link,
      objects: { id: 'link' },
      query: z.strictObject({
        sortBy: z.enum(handoutRanks).default('turnoverPotential').describe('the rank of the offers'),
      }),
      async handle(ctx, { params, query: { sortBy }, found, user }) {
        const asked = languageOf(ctx);
        const statisticId = found.id.id;
        await sendMadeFile(ctx, {
          name: await nameOf(statisticId, asked, 'handout.file'),
          type: 'application/pdf',
          onMade: () => usage.count('handout', user, statisticId),
          async make({ signal = new AbortController().signal }) {
            const language = await customersLanguage(statisticId, asked);
            const template: PackTemplate = { parts: ['handout'], rows: packRows[0] };
            const form = await packForm({ template, sortBy, link: params.id, user }, { language, signal });
            return makePdf(form, { signal });
          },
        });
      },
    }),
  ];

  async function nameOf(statistic: number, language: Language, word: string): Promise<string> {
    const { customerName, ...months } = await findOrderedStatistic(pool, statistic);
    return fileName('pdf', translate(language, word), customerName, periodInName(months));
  }

  async function customersLanguage(statistic: number, asked: Language): Promise<Language> {
    return languageFor(pool, await findOrderedStatistic(pool, statistic), asked);
  }

  /** The pack in words and formatted figures, from data that did not change meanwhile. */
  function packForm(asked: Asked, asking: Asking): Promise<PackForm> {
    return onCurrentRevisions(currentRevisions, () => packFormNow(asked, asking));
  }

  /** Nothing may wait for a permit while holding one. */
  async function packFormNow(asked: Asked, { language, signal }: Asking): Promise<PackForm> {
    const { template, link, user, otherId } = asked;
    const tables = await tablesOfStatistic(dependencies, link);
    const { provider, contact } = await settings();
    const context = await viewContext(dependencies, language);
    const statistic = await findOrderedStatistic(pool, tables.statisticId);
    const has = (part: PackTemplate['parts'][number]) => template.parts.includes(part);
    const word = (key: string, params = {}) =>
      translate(language, key, { provider: provider.name, ...params });
    const cover = has('cover') && user ? await coverPart(user) : undefined;
    const compared = { view: summary, parameters: {}, id: link, user };
    const comparison =
      has('figures') && otherId !== undefined
        ? await compareStatistics(dependencies, { ...compared, otherId }, { language, signal })
        : undefined;
    const order = has('order') && user ? await orderOf(user) : undefined;
    const made = {
      ...{ template, language, provider, contact, comparison, order },
      sortBy: asked.sortBy,
      scenario: asked.scenario,
      cover: (about: AboutStatistic) => cover && { ...cover, facts: coverFacts(about) },
    };
    return tables.use(
      async (connection) => {
        const { about, parts } = await packParts(connection, context, made);
        const [only] = parts;
        const customer = statistic.customerName;
        return {
          language,
          provider: provider.name,
          made: now().toISOString(),
          title:
            only?.kind === 'handout' && parts.length === 1
              ? only.title
              : customer
                ? word('dashboard.title', { customer })
                : word('dashboard.titleWithoutCustomer'),
          foot: [
            provider.name,
            customer,
            period(about),
            word('handout.prices', { date: swissDate(about.price_date) }),
          ]
            .filter(Boolean)
            .join(' · '),
          parts,
        };
      },
      signal,
      'bulk',
    );

    async function coverPart(user: User): Promise<Extract<PackPart, { kind: 'cover' }>> {
      const kept = await findPackCover(pool, tables.statisticId, await visibleUploaderIds(pool, user));
      const { representative, representativeMail, headerImage } = kept;
      return {
        kind: 'cover',
        image: headerImage && new Uint8Array(headerImage),
        title: word('dashboard.titleWithoutCustomer'),
        customer: statistic.customerName ?? '',
        facts: [],
        contents: word('packForm.cover.contents'),
        contact: {
          title: word('packForm.cover.contact'),
          // Without a known representative, the maker of the pack.
          lines: [
            representative ?? user.name,
            representative ? representativeMail : user.email,
            ...contact.address.split(/,|\n/),
            contact.phone,
            contact.email,
          ].flatMap((line) => line?.trim() || []),
        },
      };
    }

    function coverFacts(about: AboutStatistic): string[] {
      const months = period(about);
      return [
        statistic.customerAddress?.replace(/, (\d{4,5}), /, ', $1 '),
        months && word('handout.period', { period: months }),
        word('handout.prices', { date: swissDate(about.price_date) }),
        about.stockout_date && word('handout.stockouts', { date: swissDate(about.stockout_date) }),
        word('packForm.cover.made', { date: swissDate(context.today) }),
      ].filter((fact): fact is string => Boolean(fact));
    }

    /** The requested cart, else one's own; undefined without one. */
    async function orderOf(user: User): Promise<PackOrder | undefined> {
      const own = async () => (await listCarts(pool, tables.statisticId, user.id)).find((cart) => cart.own);
      const key = asked.cartKey ?? (await own())?.cartKey;
      if (key === undefined) return undefined;
      const cart = await answerCart(dependencies, key, user, noFilter, { language, signal });
      const wholesaler = await findWholesalerName(pool, cart.wholesaler);
      const deliveryDate = cart.deliveryDate ?? usualDeliveryDay(context.today);
      return { cart, wholesaler: wholesaler?.wholesalerName ?? null, deliveryDate };
    }
  }
}

/** What the cover shows of a statistic. */
type PackCover = {
  /** PNG or JPEG. */
  headerImage: Buffer | null;
  /** The customer's representative: the uploader, if also the sales representative. */
  representative: string | null;
  representativeMail: string | null;
};

/** `visible`: uploaders whose statistics the caller may see (null: all); others are not named. */
function findPackCover(db: Queryable, statistic: number, visible: number[] | null): Promise<PackCover> {
  return queryRow<PackCover>(
    db,
    `select i.content as "headerImage", u.name as representative, u.email as "representativeMail"
     from statistics s
     left join template_images i on i.id = s.header_image_id
     left join users u on u.id = s.uploader_id and u.active and u.name = s.sales_representative
       and ($2::integer[] is null or u.id = any ($2))
     where s.id = $1`,
    [statistic, visible],
  );
}

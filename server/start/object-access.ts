import { pathId } from '#shared/fields.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../accounts/user-queries.ts';
import { hasStatistics, type SeenCustomer } from '../customers/customer-page-queries.ts';
import { type FoundNote, findNote } from '../customers/note-queries.ts';
import type { Asked } from '../http/route.ts';
import { type CartHead, findCart } from '../orders/carts/cart-queries.ts';
import { findOrder, type WholeOrder } from '../orders/order-queries.ts';
import { AppError, forbidden, notFound } from '../platform/errors.ts';
import { findCustomerByKey } from '../reference-data/customers/customer-queries.ts';
import { findHeaderImage, type TemplateImage } from '../reference-data/header-images/header-image-queries.ts';
import { type DocumentKind, documentKind } from '../reference-data/template-files/kinds.ts';
import { mayChange, mayReadOrders, maySee } from '../statistics/access.ts';
import { type FoundScenario, findScenario } from '../statistics/scenario-queries.ts';
import { findStatistic, findStatisticById, type StatisticLink } from '../statistics/statistic-queries.ts';
import type { Dependencies } from './dependencies.ts';

type Gate<Found> = (value: never, asked: Asked) => Found | Promise<Found>;

/**
 * Access to the objects that requests name, in one place: for each kind a function that returns the object to those who
 * may have it and throws AppError otherwise, mostly 404, which does not reveal whether it exists. A route names the kind
 * of every identifier in its path; without a kind the portal does not start.
 */
export function objectGates({ pool, followLink }: Pick<Dependencies, 'pool' | 'followLink'>) {
  const visible = async (link: string, { user }: Asked): Promise<Statistic> => {
    const statistic = await findStatistic(pool, link);
    if (!statistic || !user || !(await maySee(pool, user, statistic))) throw notFound();
    return statistic;
  };
  /** The statistic of an active link; while links are held, only for users who may see it without the link. */
  const byLink = async (link: string, user: User | undefined): Promise<StatisticLink> => {
    const followed = await followLink(link);
    if (!followed.held) return followed;
    const statistic = user && (await findStatistic(pool, link));
    if (!statistic || !(await maySee(pool, user, statistic))) throw new AppError(403, 'link_held');
    return followed;
  };
  const changeable = async (id: number, { user }: Asked, deleted: boolean): Promise<Statistic> => {
    const statistic = await findStatisticById(pool, id, deleted);
    if (!statistic || !user || !(await mayChange(pool, user, statistic))) throw notFound();
    return statistic;
  };
  /** An accessible cart, while its statistic's link is active; the path may contain that too. */
  const cart = async (key: string, { user, params }: Asked): Promise<CartHead> => {
    const head = user && (await findCart(pool, key, user.id));
    if (!head || (params.id ?? head.directLinkId) !== head.directLinkId) throw notFound();
    await byLink(head.directLinkId, user);
    return head;
  };
  const order = async (id: number, { user }: Asked): Promise<WholeOrder> => {
    const order = user && (await findOrder(pool, id));
    if (!order || !(await mayReadOrders(pool, user, order))) throw notFound();
    return order;
  };

  return {
    /** A statistic by its active direct link: for whoever holds the link. */
    link: (value: string, { user }: Asked): Promise<StatisticLink> => byLink(value, user),

    /** The same, or by number for users who may see it, active or not; `whole`: the caller may see all of it. */
    statistic: async (value: string, asked: Asked): Promise<{ statistic: Statistic; whole: boolean }> => {
      const { user } = asked;
      const number = pathId.safeParse(value);
      if (user && number.success) {
        const statistic = await findStatisticById(pool, number.data);
        if (!statistic || !(await maySee(pool, user, statistic))) throw notFound();
        return { statistic, whole: true };
      }
      await byLink(value, user);
      const statistic = await findStatistic(pool, value);
      if (!statistic) throw notFound();
      return { statistic, whole: user !== undefined && (await maySee(pool, user, statistic)) };
    },

    /** A statistic by its link, active or not, with all that belongs to it: for users on the access list. */
    visibleStatistic: visible,

    /** The same, for users who may change it. */
    changeableByLink: async (link: string, asked: Asked): Promise<Statistic> => {
      const statistic = await visible(link, asked);
      if (!asked.user || !(await mayChange(pool, asked.user, statistic))) throw notFound();
      return statistic;
    },

    changeableStatistic: (id: number, asked: Asked) => changeable(id, asked, false),
    deletedStatistic: (id: number, asked: Asked) => changeable(id, asked, true),

    /** One's own, one handed over, or one shared. */
    cart,

    /** The same for reading or making its orders. */
    cartToOrder: async (key: string, asked: Asked): Promise<CartHead> => {
      const head = await cart(key, asked);
      if (!asked.user || !(await mayReadOrders(pool, asked.user, head))) throw notFound();
      return head;
    },

    /** A scenario of the caller, or a shared one, for the statistic whose link is in the path. */
    scenario: async (id: number, { user, params }: Asked): Promise<FoundScenario> => {
      const statistic = await byLink(String(params.id), user);
      const scenario =
        user && (await findScenario(pool, { statisticId: statistic.id, ownerId: user.id }, id));
      if (!scenario) throw notFound();
      return scenario;
    },

    /** For users who may read it, see mayReadOrders. */
    order,

    /** For its owner and administrators: 403 for other readers. */
    orderToSend: async (id: number, asked: Asked): Promise<WholeOrder> => {
      const made = await order(id, asked);
      if (made.ownerId !== asked.user?.id && asked.user?.role !== 'Admin') throw forbidden();
      return made;
    },

    /** Any customer, for signed-in users. */
    customer: async (key: string, { user }: Asked) => {
      if (!user) throw notFound();
      const customer = await findCustomerByKey(pool, key);
      if (!customer) throw new AppError(404, 'customer_key_unknown');
      return customer;
    },

    /** A customer by number, for users who may see a statistic of theirs. */
    seenCustomer: async (externalId: string, { user }: Asked): Promise<SeenCustomer> => {
      if (!user) throw notFound();
      const seen = { externalId, uploaderIds: await visibleUploaderIds(pool, user) };
      if (!(await hasStatistics(pool, seen))) throw notFound();
      return seen;
    },

    /** A note of the customer in the path: 403 for readers who may not delete it. */
    noteToDelete: async (id: number, { user, params }: Asked): Promise<FoundNote> => {
      const note = user && (await findNote(pool, id));
      if (!note || note.externalId !== params.number) throw notFound();
      const authors = await visibleUploaderIds(pool, user);
      if (authors !== null && !authors.includes(note.authorId)) throw notFound();
      if (note.authorId !== user.id && user.role !== 'Admin') throw forbidden();
      return note;
    },

    /** Documents of the footer and the instructions, and no other file: for everybody. */
    document: (file: string): DocumentKind => {
      const kind = documentKind(file);
      if (!kind) throw notFound();
      return kind;
    },

    /**
     * What administrators maintain: users, wholesalers, focus groups, pictures, template files and versions, proposals,
     * revisions.
     */
    administered: <Value>(value: Value, { user }: Asked): Value => {
      if (user?.role !== 'Admin') throw forbidden();
      return value;
    },

    /** The caller's own; the SQL statement checks the owner. */
    own: <Value>(value: Value, { user }: Asked): Value => {
      if (!user) throw notFound();
      return value;
    },

    /** A secret, looked up by its hash: a feed's token, or one to unsubscribe. */
    secret: (value: string) => value,

    /** The picture of the dashboard whose link is in the path: for whoever holds the link. */
    headerImage: async (id: number, { user, params }: Asked): Promise<TemplateImage> => {
      const statistic = await byLink(String(params.id), user);
      const image = await findHeaderImage(pool, statistic.id, id);
      if (!image) throw notFound();
      return image;
    },

    /** A product of the catalogue. */
    product: (code: string) => code,

    /** No object: a keyword, or a quantity. */
    word: <Value>(value: Value): Value => value,
  } satisfies Record<string, Gate<unknown>>;
}

type Gates = ReturnType<typeof objectGates>;

declare module '../http/route.ts' {
  interface ObjectGates extends Gates {}
}

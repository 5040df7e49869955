import { type ChecklistItem, checklistNames } from '#shared/schemas/setup.ts';
import type { Config } from '../config.ts';
import { mailServer, senderOf } from '../mail/send-mail.ts';
import { execute, type Queryable, queryRow } from '../platform/database/query.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** Optional items, which can be marked as not needed. */
export const dispensableNames = [
  'mail',
  'contact',
  'documents',
  'wholesalers',
  'customers',
  'colleagues',
] as const;

type ChecklistName = ChecklistItem['name'];
type Part = Pick<ChecklistItem, 'missing' | 'facts'>;

/** `late`: overdue sources; `unmatched`: sources of stock-outs whose lists match no product. */
type Installation = {
  config: Config;
  settings: Settings;
  state: SetupState;
  late: ChecklistItem['late'];
  unmatched: ChecklistItem['unmatched'];
  /** Footer documents that are placeholders. */
  placeholders: readonly string[];
  /** The provider's companies that the catalogue lacks. */
  unknownCompanies: readonly string[];
};

const parts: Record<ChecklistName, (installation: Installation) => Part> = {
  provider: ({ settings: { provider }, unknownCompanies }) => ({
    missing: unknownCompanies.length > 0 ? ['company'] : [],
    facts: {
      name: provider.name,
      companies: provider.companies.join('; '),
      ...(unknownCompanies.length > 0 ? { unknownCompanies: unknownCompanies.join('; ') } : {}),
    },
  }),
  referenceData: ({ state: { priceDate, products, stockoutsDate } }) => ({
    missing: [
      ...(priceDate === null ? (['catalogue'] as const) : []),
      ...(stockoutsDate === null ? (['stockouts'] as const) : []),
    ],
    facts: {
      ...(products === null ? {} : { products }),
      ...(priceDate === null ? {} : { priceDate }),
      ...(stockoutsDate === null ? {} : { stockoutsDate }),
    },
  }),
  mail: mailPart,
  contact: ({ settings: { contact } }) => ({
    missing: [
      ...(contact.address ? [] : (['address'] as const)),
      ...(contact.email ? [] : (['email'] as const)),
    ],
    facts: Object.fromEntries(Object.entries(contact).filter(([, value]) => value)),
  }),
  // The demo counts as complete.
  documents: ({ config, placeholders }) =>
    config.demo || placeholders.length === 0
      ? { missing: [], facts: {} }
      : { missing: ['documents'], facts: { documents: placeholders.join(', ') } },
  wholesalers: ({ state }) => counted('wholesalers', state.wholesalers),
  customers: ({ state }) => counted('customers', state.customers),
  colleagues: ({ state }) => counted('colleagues', Math.max(0, state.activeUsers - 1)),
};

/**
 * All items with their states; an existing one is done, even if marked as not needed. Reference data are done with the
 * catalogue: the portal works without a list of stock-outs, which stays missing. A list that matches no product leaves
 * the item open.
 */
export function checklist(installation: Installation): ChecklistItem[] {
  const { state } = installation;
  return checklistNames.map((name) => {
    const part = parts[name](installation);
    const mayBeNotNeeded = dispensableNames.some((dispensable) => dispensable === name);
    const isMarked = mayBeNotNeeded && state.notNeeded.includes(name);
    const { late, unmatched } = name === 'referenceData' ? installation : { late: [], unmatched: [] };
    const isDone = part.missing.every((each) => each === 'stockouts') && unmatched.length === 0;
    const done = late.length > 0 ? 'late' : 'done';
    const itemState = isDone ? done : isMarked ? 'notNeeded' : 'open';
    return { name, state: itemState, mayBeNotNeeded, late, unmatched, ...part };
  });
}

/** The mail server counts after a successful test mail; a changed one must be tested again. */
function mailPart({ config, settings, state }: Installation): Part {
  const { server, outbox } = mailServer(config);
  const sender = senderOf(settings);
  if (server === undefined) return { missing: ['server'], facts: { sender, outbox } };
  return { missing: state.testedMailServer === server ? [] : ['testMail'], facts: { server, sender } };
}

function counted(missing: 'wholesalers' | 'customers' | 'colleagues', count: number): Part {
  return { missing: count > 0 ? [] : [missing], facts: { count } };
}

/** State of an installation; dates are YYYY-MM-DD, null before the first publication. */
type SetupState = {
  priceDate: string | null;
  products: number | null;
  stockoutsDate: string | null;
  wholesalers: number;
  customers: number;
  activeUsers: number;
  /** Mail server that accepted a test mail. */
  testedMailServer: string | null;
  /** Items marked as not needed. */
  notNeeded: string[];
};

const NOT_NEEDED = 'SETUP_NOT_NEEDED:';
const TESTED_MAIL_SERVER = 'SETUP_TESTED_MAIL_SERVER';

export function readSetupState(db: Queryable): Promise<SetupState> {
  return queryRow<SetupState>(
    db,
    `select catalogue.prices_of as "priceDate", catalogue.product_count as products,
       (select list_date from stockout_revisions order by revision desc limit 1) as "stockoutsDate",
       (select count(*)::integer from wholesalers where retired_at is null) as wholesalers,
       (select count(*)::integer from customers) as customers,
       (select count(*)::integer from users where active) as "activeUsers",
       (select value from config where key = $1) as "testedMailServer",
       array(select substr(key, length($2) + 1) from config where starts_with(key, $2) order by key) as "notNeeded"
     from (select 1) as one
     left join (select coalesce(prices_of, price_date) as prices_of, product_count from all_catalogue_revisions join current_catalogue using (revision))
       as catalogue on true`,
    [TESTED_MAIL_SERVER, NOT_NEEDED],
  );
}

/** Whether anybody can sign in, and whether a catalogue and a list of stock-outs are published. */
export function readBeginnings(
  db: Queryable,
): Promise<{ hasUsers: boolean; hasReferenceData: boolean; hasStockoutList: boolean }> {
  return queryRow(
    db,
    `select exists (select from users) as "hasUsers",
       exists (select from current_catalogue) as "hasReferenceData",
       exists (select from stockout_revisions) as "hasStockoutList"`,
  );
}

/** Returns whether this changed anything. */
export async function markNotNeeded(db: Queryable, item: string, notNeeded: boolean): Promise<boolean> {
  const count = await execute(
    db,
    notNeeded
      ? `insert into config (key, value) values ($1, 'yes') on conflict do nothing`
      : 'delete from config where key = $1',
    [NOT_NEEDED + item],
  );
  return count === 1;
}

export async function noteTestedMailServer(db: Queryable, server: string): Promise<void> {
  await execute(
    db,
    'insert into config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [TESTED_MAIL_SERVER, server],
  );
}

import { type ChecklistItem, checklistNames } from '#shared/schemas/setup.ts';
import type { Config } from '../../config.ts';
import { mailServer, senderOf } from '../../mail/send-mail.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { SetupState } from './setup-state-queries.ts';

/** Items that an installation can do without, so that somebody may mark them so. */
export const dispensableNames = ['mail', 'contact', 'wholesalers', 'customers', 'colleagues'] as const;

type ChecklistName = ChecklistItem['name'];
type Part = Pick<ChecklistItem, 'missing' | 'facts'>;
/** `late`: sources from which something newer should be there. */
type Installation = {
  config: Config;
  settings: Settings;
  state: SetupState;
  late: ChecklistItem['late'];
  /** Companies of the provider that nobody is called in the catalogue. */
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
  wholesalers: ({ state }) => counted('wholesalers', state.wholesalers),
  customers: ({ state }) => counted('customers', state.customers),
  colleagues: ({ state }) => counted('colleagues', Math.max(0, state.activeUsers - 1)),
};

/**
 * Every item with its state; what is there counts as done, whether it was marked as not needed or not. Reference data are
 * there with the catalogue: the portal works without a list of stock-outs, which stays among what is missing.
 */
export function checklist(installation: Installation): ChecklistItem[] {
  const { state } = installation;
  return checklistNames.map((name) => {
    const part = parts[name](installation);
    const mayBeNotNeeded = dispensableNames.some((dispensable) => dispensable === name);
    const isMarked = mayBeNotNeeded && state.notNeeded.includes(name);
    const isDone = part.missing.every((each) => each === 'stockouts');
    const late = name === 'referenceData' ? installation.late : [];
    const done = late.length > 0 ? 'late' : 'done';
    return { name, state: isDone ? done : isMarked ? 'notNeeded' : 'open', mayBeNotNeeded, late, ...part };
  });
}

/** A mail server counts once it has taken a test mail; another one is to be tried again. */
function mailPart({ config, settings, state }: Installation): Part {
  const { server, outbox } = mailServer(config);
  const sender = senderOf(settings);
  if (server === undefined) return { missing: ['server'], facts: { sender, outbox } };
  return { missing: state.testedMailServer === server ? [] : ['testMail'], facts: { server, sender } };
}

function counted(missing: 'wholesalers' | 'customers' | 'colleagues', count: number): Part {
  return { missing: count > 0 ? [] : [missing], facts: { count } };
}

import type { StatisticEdit } from '../../../api/statistics.ts';
import type { StatisticForm } from '../form/statistic-form.ts';

/** What is decided together when two people have changed the same statistic. */
const editGroups = [
  'customer',
  'timeRange',
  'uploader',
  'user',
  'headerImage',
  'comment',
  'testUpload',
] as const;

export type EditGroup = (typeof editGroups)[number];

const fieldsOf = {
  customer: ['customer', 'customerExternalId', 'customerName'],
  timeRange: ['timeMonthFrom', 'timeYearFrom', 'timeMonthTo', 'timeYearTo'],
  uploader: ['uploader'],
  user: ['user'],
  headerImage: ['headerImageId'],
  comment: ['comment'],
  testUpload: ['testUpload'],
} as const satisfies Record<EditGroup, readonly (keyof StatisticForm & keyof StatisticEdit)[]>;

/** Groups in which the form differs from what the edit began with. */
export function changedGroups(before: StatisticForm, after: StatisticForm): EditGroup[] {
  return editGroups.filter((group) => fieldsOf[group].some((field) => before[field] !== after[field]));
}

/** The edit that sends these groups, each as a whole. */
export function editOf(form: StatisticForm, groups: readonly EditGroup[]): StatisticEdit {
  return Object.assign({}, ...groups.map((group) => wireGroups[group](form))) as StatisticEdit;
}

const wireGroups: Record<EditGroup, (form: StatisticForm) => StatisticEdit> = {
  customer: ({ customer, customerExternalId, customerName }) => ({
    customer: customer.trim() || null,
    customerExternalId: customerExternalId.trim() || null,
    customerName: customerName.trim() || null,
  }),
  // A form whose time range is not filled in is not sent.
  timeRange: (form) => ({
    timeMonthFrom: form.timeMonthFrom ?? undefined,
    timeYearFrom: form.timeYearFrom ?? undefined,
    timeMonthTo: form.timeMonthTo ?? undefined,
    timeYearTo: form.timeYearTo ?? undefined,
  }),
  uploader: ({ uploader }) => (uploader ? { uploader: Number(uploader) } : {}),
  user: ({ user }) => (user.trim() ? { user: user.trim() } : {}),
  headerImage: ({ headerImageId }) => ({ headerImageId: headerImageId ? Number(headerImageId) : null }),
  comment: ({ comment }) => ({ comment: comment.trim() || null }),
  testUpload: ({ testUpload }) => ({ testUpload }),
};

export interface EditConflict {
  /** The newest one, on which the next attempt is based. */
  revision: number;
  /** The form as it would be with the values that stand there now. */
  current: StatisticForm;
  /** Groups in which yours and the current values differ. */
  groups: EditGroup[];
}

/** Reads the issues of a 409: `[{revision}, {field, yours, current}, …]`, all fields of a group being sent together. */
export function readConflict(form: StatisticForm, issues: unknown): EditConflict | undefined {
  if (!Array.isArray(issues)) return undefined;
  const [head, ...fields] = issues as [{ revision?: number }, ...{ field: string; current: unknown }[]];
  if (typeof head?.revision !== 'number') return undefined;
  const current = { ...form };
  for (const { field, current: value } of fields)
    Object.assign(current, { [field]: asEntered(field, value) });
  return { revision: head.revision, current, groups: changedGroups(form, current) };
}

/** A stored value as the form holds it. */
function asEntered(field: string, value: unknown): unknown {
  if (field.startsWith('time') || field === 'testUpload') return value;
  return value === null ? '' : String(value);
}

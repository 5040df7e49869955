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

/** What is entered, by what is decided together. */
export type EditEntries = Record<EditGroup, Partial<StatisticForm>>;

export function entriesOf(form: StatisticForm): EditEntries {
  const groups = editGroups.map((group) => [
    group,
    Object.fromEntries(fieldsOf[group].map((field) => [field, form[field]])),
  ]);
  return Object.fromEntries(groups) as EditEntries;
}

/** The form that has these entries; of files it has none. */
export function withEntries(entries: EditEntries): StatisticForm {
  return Object.assign({}, ...Object.values(entries)) as StatisticForm;
}

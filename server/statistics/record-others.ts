import type { Statistic } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Queryable } from '../platform/database/query.ts';
import { type AuditDeed, changedFields, recordChange } from '../platform/record-audit.ts';

type Fields = Record<string, unknown>;

/**
 * Writes down what an administrator does to somebody else's statistic; of one's own, and below one, it is daily work.
 * Call it in the transaction that does it.
 */
export async function recordOthersStatistic(
  db: Queryable,
  user: User,
  statistic: Statistic,
  deed: AuditDeed,
  [before, after]: readonly [Fields, Fields] = [{}, {}],
): Promise<void> {
  if (user.role !== 'Admin' || statistic.uploader?.id === user.id) return;
  const changed = changedFields(before, after);
  await recordChange(db, {
    by: user,
    action: `statistic.${deed}`,
    subject: 'statistic',
    subjectKey: statistic.bezugsStatistikID,
    subjectName: statistic.customerName ?? statistic.fileName,
    ...(Object.keys(changed.after).length > 0 ? changed : {}),
  });
}

/** What an edit can change of a statistic, by the names that edits have. */
export function editableFields(statistic: Statistic): Fields {
  const { customer, customerExternalId, customerName, comment, user, testUpload, consentFileName } =
    statistic;
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, uploader, headerImage } = statistic;
  return {
    customer,
    customerExternalId,
    customerName,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
    comment,
    user,
    uploader: uploader && `${uploader.name} (${uploader.id})`,
    headerImageId: headerImage?.id ?? null,
    testUpload,
    consentFileName,
  };
}

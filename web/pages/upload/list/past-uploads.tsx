import { Button, Tag } from '@blueprintjs/core';
import { Layers, Undo } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ListedStatistic, Statistic } from '../../../api/statistics.ts';
import { Link } from '../../../components/navigation/link.tsx';
import '../../../components/tables/data-table.css';
import {
  formatCount,
  formatDate,
  formatDateAndTime,
  formatTimeRange,
  isSamePeriod,
} from '../../../i18n/formats.ts';
import { customerPath } from '../../../page.ts';
import { type RowAction, RowMenu } from './row-menu.tsx';
import type { ViewOptions } from './view-options.tsx';

interface PastUploadsProps {
  statistics: readonly ListedStatistic[];
  options: ViewOptions;
  /** The statistic that was imported just now. */
  newId: number | null;
  onAction: (action: RowAction, statistic: ListedStatistic) => void;
  /** Given when the rows are deleted ones: all that can be done with them. */
  onRestore: ((statistic: Statistic) => void) | undefined;
}

/** The roles are written out because small screens lay rows out as cards, which takes a table's own roles away. */
export function PastUploads({ statistics, options, newId, onAction, onRestore }: PastUploadsProps) {
  const { t } = useTranslation(['upload', 'manage']);
  const columns = columnsOf(options);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table className="cards cards--beside past-uploads" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {t(`past.${column}`)}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{t('past.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {statistics.map((statistic) => (
          <tr
            key={statistic.bezugsStatistikID}
            role="row"
            data-test={statistic.testUpload}
            data-disabled={!statistic.active || Boolean(onRestore)}
            data-deleted={Boolean(onRestore)}
            data-new={statistic.bezugsStatistikID === newId}
          >
            {columns.map((column) => (
              <td key={column} role="cell" data-column={column} data-label={t(`past.${column}`)}>
                <Cell
                  column={column}
                  statistic={statistic}
                  isNew={statistic.bezugsStatistikID === newId}
                  isDeleted={Boolean(onRestore)}
                  isOneOfSeveral={statistics.some((other) => doubles(other, statistic))}
                />
              </td>
            ))}
            <td role="cell" data-column="actions">
              {!onRestore && <RowMenu statistic={statistic} onAction={onAction} />}
              {onRestore && statistic.mayChange && (
                <Button
                  variant="minimal"
                  icon={<Undo />}
                  aria-label={t('manage:deleted.restoreOf', { customer: statistic.customerName ?? '' })}
                  text={t('manage:deleted.restore')}
                  onClick={() => onRestore(statistic)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}

type Column =
  | 'customer'
  | 'externalId'
  | 'period'
  | 'timeInformation'
  | 'date'
  | 'user'
  | 'uploader'
  | 'comment';

function columnsOf(options: ViewOptions): Column[] {
  const columns: Column[] = ['customer'];
  if (options.externalId) columns.push('externalId');
  columns.push('period');
  if (options.timeInformation) columns.push('timeInformation');
  if (options.date) columns.push('date');
  columns.push('user', 'uploader');
  if (options.comment) columns.push('comment');
  return columns;
}

interface CellProps {
  statistic: ListedStatistic;
  isNew: boolean;
  /** The list has others of the same customer and period, from which the time of its upload tells it. */
  isOneOfSeveral: boolean;
  /** Nothing leads to the dashboard of a deleted one. */
  isDeleted: boolean;
}

function Cell({ column, statistic, isOneOfSeveral, ...row }: CellProps & { column: Column }) {
  const { t } = useTranslation('upload');
  switch (column) {
    case 'customer':
      return <Customer statistic={statistic} {...row} />;
    case 'externalId':
      return <CustomerNumber statistic={statistic} {...row} />;
    case 'period':
      return <Period statistic={statistic} isOneOfSeveral={isOneOfSeveral} />;
    case 'timeInformation':
      return statistic.timeInformation;
    case 'date':
      return formatDate(statistic.importDate);
    case 'user':
      return statistic.user;
    case 'uploader':
      return statistic.uploader?.name ?? <em>{t('past.deleted')}</em>;
    case 'comment':
      return statistic.comment;
  }
}

function Customer({ statistic, isNew, isDeleted }: Omit<CellProps, 'isOneOfSeveral'>) {
  const { t } = useTranslation(['upload', 'combined']);
  const name = statistic.customerName || t('past.noName');
  return (
    <span className="past-uploads__customer">
      {statistic.active && !isDeleted ? (
        <Link to={`/dashboard/${statistic.directLinkId}`} title={name}>
          {name}
        </Link>
      ) : (
        <span title={name}>{name}</span>
      )}
      {isNew && <Tag intent="success">{t('past.new')}</Tag>}
      {statistic.testUpload && <Tag className="past-uploads__test">{t('past.test')}</Tag>}
      {!statistic.active && <Tag minimal>{t('past.disabled')}</Tag>}
      {statistic.members !== null && (
        <Tag minimal icon={<Layers />} className="past-uploads__combined">
          {t('combined:tag', { count: statistic.members, n: formatCount(statistic.members) })}
        </Tag>
      )}
      {statistic.stopped && <Tag intent="warning">{t('combined:stoppedTag')}</Tag>}
    </span>
  );
}

/** Leads to all about the customer, whom a test upload does not have. */
function CustomerNumber({ statistic, isDeleted }: Pick<CellProps, 'statistic' | 'isDeleted'>) {
  const { t } = useTranslation('customer');
  const { customerExternalId: number, customerName, testUpload } = statistic;
  if (!number || testUpload || isDeleted) return number;
  return (
    <Link to={customerPath(number)} title={t('open', { customer: customerName ?? number })}>
      {number}
    </Link>
  );
}

function Period({ statistic, isOneOfSeveral }: Pick<CellProps, 'statistic' | 'isOneOfSeveral'>) {
  const { t } = useTranslation();
  const period = formatTimeRange({ ...statistic, timeInformation: null });
  if (!isOneOfSeveral) return period;
  return (
    <>
      {period}{' '}
      <small className="past-uploads__uploaded">
        {t('nav.uploadedOn', { date: formatDateAndTime(statistic.importDate) })}
      </small>
    </>
  );
}

function doubles(one: Statistic, other: Statistic): boolean {
  return (
    one !== other &&
    one.customerExternalId === other.customerExternalId &&
    one.customerName === other.customerName &&
    isSamePeriod(one, other)
  );
}

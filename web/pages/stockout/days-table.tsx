import { useTranslation } from 'react-i18next';
import { RowsInSteps } from '../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { type Day, type SeriesName, seriesNames } from './days.ts';
import './days-table.css';
import { useKeptState } from '../../components/hooks/use-kept-state.ts';

interface DaysTableProps {
  days: readonly Day[];
  names: Record<SeriesName, string>;
  onOpen: (day: Day) => void;
}

/** The days of the chart as a table, newest first, for whoever does not see the chart; drawn once it is opened. */
export function DaysTable({ days, names, onOpen }: DaysTableProps) {
  const { t } = useTranslation('stockout');
  const [isOpen, setOpen] = useKeptState('days', false);
  return (
    <details
      className="days-table"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('table.title')}</summary>
      {isOpen && <Days {...{ days, names, onOpen }} />}
    </details>
  );
}

function Days({ days, names, onOpen }: DaysTableProps) {
  const { t } = useTranslation('stockout');
  const newestFirst = days.toReversed();
  return (
    <ScrollingTable label={t('table.title')}>
      <thead>
        <tr>
          <th scope="col">{t('table.date')}</th>
          {seriesNames.map((name) => (
            <th key={name} scope="col">
              {names[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <RowsInSteps rows={newestFirst}>
          {(day) => (
            <tr key={day.date}>
              <th scope="row">
                <button
                  type="button"
                  aria-label={t('changes.title', { date: formatDate(day.date) })}
                  onClick={() => onOpen(day)}
                >
                  {formatDate(day.date)}
                </button>
              </th>
              {seriesNames.map((name) => (
                <td key={name}>{formatCount(day[name])}</td>
              ))}
            </tr>
          )}
        </RowsInSteps>
      </tbody>
    </ScrollingTable>
  );
}

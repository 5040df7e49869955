import { useTranslation } from 'react-i18next';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import type { Day, SeriesName } from './days.ts';
import { marginsOf, StepChart } from './step-chart.tsx';
import { type DayCursor, useDayCursor } from './use-day-cursor.ts';

/** Where the focus returns to when what changed on a day is closed. */
export const chartId = 'development-chart';

interface DevelopmentChartProps {
  days: readonly Day[];
  /** The charts from top to bottom, each with the series that it shows. */
  charts: readonly (readonly SeriesName[])[];
  names: Record<SeriesName, string>;
  /** The day of which the page says what changed. */
  date: string | null;
  onOpen: (day: Day, series: SeriesName | null) => void;
  onZoom: (first: Day, last: Day) => void;
}

/** Charts under each other on one axis of days, with one cursor for pointer and keyboard. */
export function DevelopmentChart({ days, charts, names, date, onOpen, onZoom }: DevelopmentChartProps) {
  const { t } = useTranslation('stockout');
  const chosen = days.findIndex((day) => day.date === date);
  const start = chosen < 0 ? days.length - 1 : chosen;
  const cursor = useDayCursor(days, start, { onOpen, onZoom });
  const shown = days[cursor.at ?? start]!;
  const text = t('chart.day', {
    date: formatDate(shown.date),
    provider: names.PROVIDER,
    providerCount: formatCount(shown.PROVIDER),
    generics: names.GENERICA,
    genericsCount: formatCount(shown.GENERICA),
  });
  const marked = cursor.marked?.map((place) => formatDate(days[place]!.date)).join(' – ');
  return (
    <div
      id={chartId}
      className="development-chart"
      role="slider"
      tabIndex={0}
      aria-label={t('chart.label')}
      aria-describedby={`${chartId}-keys`}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={cursor.at ?? start}
      aria-valuetext={marked ? t('chart.marked', { period: marked, day: text }) : text}
      onKeyDown={cursor.onKeyDown}
      onFocus={cursor.onFocus}
      onBlur={cursor.onBlur}
    >
      {charts.map((series, place) => (
        <figure key={series.join()} className="development-chart__figure">
          <figcaption>
            {series.map((name, side) => (
              <span key={name} className="development-chart__name" data-series={name}>
                {names[name]}
                {series.length > 1 && (
                  <span className="development-chart__axis">
                    {t(side === 0 ? 'chart.leftAxis' : 'chart.rightAxis')}
                  </span>
                )}
              </span>
            ))}
          </figcaption>
          <Steps
            {...{ days, series, cursor, names }}
            height={charts.length > 1 ? 200 : 360}
            chosen={chosen}
            hint={place === 0}
          />
        </figure>
      ))}
      <p id={`${chartId}-keys`} className="visually-hidden">
        {t('chart.keys')}
      </p>
    </div>
  );
}

interface StepsProps {
  days: readonly Day[];
  series: readonly SeriesName[];
  names: Record<SeriesName, string>;
  cursor: DayCursor;
  height: number;
  /** Place of the day of which the page says what changed; -1: none. */
  chosen: number;
  /** Whether it says in words where the cursor is. */
  hint: boolean;
}

function Steps({ days, series, names, cursor, height, chosen, hint }: StepsProps) {
  const percent = (place: number) => `${(100 * place) / days.length}%`;
  const at = cursor.at === null ? undefined : days[cursor.at];
  const margins = marginsOf(series);
  const inset = `${margins.top}px ${margins.right}px ${margins.bottom}px ${margins.left}px`;
  return (
    <div className="development-chart__steps">
      <StepChart days={days} series={series} height={height} />
      <div
        className="development-chart__days"
        style={{ inset }}
        {...cursor.pointer(series.length === 1 ? series[0]! : null)}
      >
        {chosen >= 0 && (
          <span className="development-chart__chosen" style={{ left: percent(chosen), width: percent(1) }} />
        )}
        {cursor.marked && (
          <span
            className="development-chart__marked"
            style={{
              left: percent(cursor.marked[0]),
              width: percent(cursor.marked[1] - cursor.marked[0] + 1),
            }}
          />
        )}
        {cursor.at !== null && (
          <span className="development-chart__cursor" style={{ left: percent(cursor.at + 0.5) }} />
        )}
        {hint && at && (
          <span
            className="development-chart__hint"
            data-side={cursor.at! > days.length / 2 ? 'left' : 'right'}
            style={
              cursor.at! > days.length / 2
                ? { right: percent(days.length - cursor.at! - 0.5) }
                : { left: percent(cursor.at! + 0.5) }
            }
          >
            <strong>{formatDate(at.date)}</strong>
            {(['PROVIDER', 'GENERICA'] as const).map((name) => (
              <span key={name} className="development-chart__name" data-series={name}>
                {names[name]} <b>{formatCount(at[name])}</b>
              </span>
            ))}
          </span>
        )}
      </div>
    </div>
  );
}

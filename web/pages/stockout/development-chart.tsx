import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrinting } from '../../components/hooks/use-printing.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import type { Day, SeriesName } from './days.ts';
import { dateTicks, sharedTicks, stepPaths } from './development-plot.ts';
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
      className="stack gap-4 development-chart"
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

/** Pixels around the days, with an axis on the left and for a second series on the right; what is laid over keeps them too. */
function marginsOf({ length }: readonly SeriesName[]) {
  return { top: 10, right: length > 1 ? 44 : 14, bottom: 26, left: 44 };
}

/** Pixels between the margins of upright paper; on any other the drawing is scaled. */
const paperWidth = 688;

/** Pixels of the axis that a date takes. */
const dateWidth = 76;
const DAY = 86_400_000;

interface StepChartProps {
  days: readonly Day[];
  series: readonly SeriesName[];
  /** Pixels. */
  height: number;
}

/**
 * Each series as a line of steps, as wide as its place: a count holds from its day to the next. A series has an axis of its
 * own, from 0 and in its colour, so that a small one beside a large one is a line to be read. Drawn without Plot, which
 * alone is half as large as everything else that the page needs. Hidden from screen readers: give them the days too.
 */
function StepChart({ days, series, height }: StepChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState(0);
  // Nothing is measured between the screen and the paper.
  const isPrinting = usePrinting();
  const margins = marginsOf(series);
  const width = isPrinting ? paperWidth : measured;
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setMeasured(Math.floor(entry?.contentRect.width ?? 0)));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={isPrinting ? undefined : { minHeight: height }}>
      {width > 0 && (
        <svg
          className="step-chart"
          aria-hidden="true"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          <g transform={`translate(${margins.left} ${margins.top})`}>
            <Drawing
              days={days}
              series={series}
              width={Math.max(1, width - margins.left - margins.right)}
              height={height - margins.top - margins.bottom}
            />
          </g>
        </svg>
      )}
    </div>
  );
}

function Drawing({ days, series, width, height }: StepChartProps & { width: number }) {
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  const axes = sharedTicks(series.map((name) => Math.max(...days.map((day) => day[name]))));
  const { dates, format } = dateTicks(first, last, Math.max(2, Math.floor(width / dateWidth)));
  const x = (date: Date) => ((date.getTime() - Date.parse(first)) / DAY / days.length) * width;
  return (
    <>
      {axes[0]!.map((_, step, { length }) => {
        const y = height - (step / (length - 1)) * height;
        return <line key={y} y1={y} y2={y} x2={width} className="step-chart__grid" />;
      })}
      {series.map((name, side) => (
        <g key={name} className="step-chart__axis" data-series={series.length > 1 ? name : undefined}>
          {axes[side]!.map((count, step, { length }) => (
            <text
              key={count}
              x={side === 0 ? -9 : width + 9}
              y={height - (step / (length - 1)) * height}
              dy="0.32em"
              textAnchor={side === 0 ? 'end' : 'start'}
            >
              {formatCount(count)}
            </text>
          ))}
        </g>
      ))}
      {dates.map((date) => (
        <g key={date.getTime()} transform={`translate(${x(date)} ${height})`}>
          <line y2={5} className="step-chart__tick" />
          <text y={20} textAnchor="middle">
            {format(date)}
          </text>
        </g>
      ))}
      {series.map((name, side) => {
        const { line, area } = stepPaths(
          days.map((day) => day[name]),
          axes[side]!.at(-1)!,
          width,
          height,
        );
        return (
          <g key={name} className="step-chart__series" data-series={name}>
            {series.length === 1 && <path className="step-chart__area" d={area} />}
            <path className="step-chart__line" d={line} />
          </g>
        );
      })}
    </>
  );
}

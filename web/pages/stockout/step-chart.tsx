import { useEffect, useRef, useState } from 'react';
import { usePrinting } from '../../components/hooks/use-printing.ts';
import { formatCount } from '../../i18n/formats.ts';
import { dateTicks, sharedTicks } from './axis-ticks.ts';
import type { Day, SeriesName } from './days.ts';
import { stepPaths } from './step-paths.ts';

/** Pixels around the days, with an axis on the left and for a second series on the right; what is laid over keeps them too. */
export function marginsOf({ length }: readonly SeriesName[]) {
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
export function StepChart({ days, series, height }: StepChartProps) {
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

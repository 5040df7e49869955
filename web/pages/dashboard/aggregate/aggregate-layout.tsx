import { Card } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import './aggregate-layout.css';

interface AggregateLayoutProps {
  chartTitle: string;
  /** What the chart shows. */
  chartNote: string;
  /** undefined while it is loading. */
  chart: ReactNode;
  /** The chart shows an earlier choice. */
  isStale: boolean;
  table: ReactNode;
}

/** A chart beside the table it is taken from; below each other where there is no room. */
export function AggregateLayout({ chartTitle, chartNote, chart, isStale, table }: AggregateLayoutProps) {
  return (
    <div className="columns aggregate">
      <Card className="aggregate__chart" aria-busy={isStale} data-stale={isStale}>
        <h2>{chartTitle}</h2>
        <p className="note">{chartNote}</p>
        {chart ?? <div className="bp6-skeleton" style={{ height: 230 }} aria-hidden="true" />}
      </Card>
      {table}
    </div>
  );
}

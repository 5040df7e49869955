import { type PlotOptions, plot } from '@observablehq/plot';
import { useEffect, useRef, useState } from 'react';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';

interface PlotFigureProps {
  /** Draws for a width in pixels. */
  options: (width: number) => PlotOptions;
  /** Pixels; reserved before the chart is there. */
  height: number;
}

/** A Plot chart as wide as its place; its links lead on without loading the page anew. It is hidden from screen readers: give them a table beside it. */
export function PlotFigure({ options, height }: PlotFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const follow = useFollowedLinks();

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width === 0) return;
    const chart = plot(options(width));
    // Plot brings a <style> of its own, which the content security policy refuses; our style sheet has the same.
    chart.querySelector('style')?.remove();
    // For the pointer only: the table beside the chart has the same ways for the keyboard.
    for (const link of chart.querySelectorAll('a')) link.setAttribute('tabindex', '-1');
    place.current?.replaceChildren(chart);
  }, [options, width]);

  return (
    <div
      className="plot-figure"
      ref={place}
      style={{ minHeight: height }}
      aria-hidden="true"
      onClick={follow}
    />
  );
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Day, SeriesName } from './days.ts';

/** Pixels that a press may wander and still be a press. */
const steady = 4;
const monthOfDays = 30;

export interface DayCursor {
  /** Place of the day that pointer or keyboard is on. */
  at: number | null;
  /** Places of the first and the last day that are being marked. */
  marked: readonly [first: number, last: number] | null;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
  /** For what lies over the days of a chart, from its first to its last pixel. */
  pointer: (series: SeriesName | null) => {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: () => void;
    onPointerLeave: () => void;
  };
}

interface CursorActions {
  onOpen: (day: Day, series: SeriesName | null) => void;
  onZoom: (first: Day, last: Day) => void;
}

/**
 * Where one is among the days: a press opens a day, dragging marks days to zoom to. Arrows go from day to day, with
 * Shift they mark, Page up and down go by a month, Enter opens or zooms, Escape lets go of what is marked.
 */
export function useDayCursor(days: readonly Day[], start: number, actions: CursorActions): DayCursor {
  const [at, setAt] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const pressed = useRef<{ x: number; place: number } | null>(null);
  const last = days.length - 1;
  const bounded = (place: number) => Math.min(last, Math.max(0, place));
  const current = at === null ? null : bounded(at);

  function zoomOrOpen(series: SeriesName | null, place: number, from: number | null): void {
    setAnchor(null);
    if (from !== null && from !== place) {
      setAt(null);
      actions.onZoom(days[Math.min(from, place)]!, days[Math.max(from, place)]!);
    } else actions.onOpen(days[place]!, series);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const place = current ?? start;
    const goals: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      PageDown: place - monthOfDays,
      PageUp: place + monthOfDays,
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (goal !== undefined) {
      setAnchor(event.shiftKey ? (anchor ?? place) : null);
      setAt(bounded(goal));
    } else if (event.key === 'Enter' || event.key === ' ') zoomOrOpen(null, place, anchor);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
  }

  function placeOf(event: PointerEvent): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return bounded(Math.floor(((event.clientX - left) / width) * days.length));
  }

  return {
    at: current,
    marked:
      anchor === null || current === null ? null : [Math.min(anchor, current), Math.max(anchor, current)],
    onKeyDown,
    onFocus: () => setAt((before) => before ?? start),
    onBlur: () => {
      setAt(null);
      setAnchor(null);
    },
    pointer: (series) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { x: event.clientX, place: placeOf(event) };
        setAt(placeOf(event));
      },
      onPointerMove(event) {
        const press = pressed.current;
        if (press && Math.abs(event.clientX - press.x) > steady) setAnchor(press.place);
        setAt(placeOf(event));
      },
      onPointerUp(event) {
        if (!pressed.current) return;
        pressed.current = null;
        zoomOrOpen(series, placeOf(event), anchor);
      },
      onPointerCancel() {
        pressed.current = null;
        setAnchor(null);
      },
      onPointerLeave() {
        if (!pressed.current && anchor === null) setAt(null);
      },
    }),
  };
}

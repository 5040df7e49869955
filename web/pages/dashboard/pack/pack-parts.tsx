import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, DragHandleVertical } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackPartName } from '#shared/pack.ts';
import { RowAction } from '../../../components/tables/row-action.tsx';
import type { ListedPart } from './pack-choice.ts';

interface PackPartsProps {
  parts: readonly ListedPart[];
  /** What is to be said of a part beside its name. */
  noteOf: (name: PackPartName) => string | null;
  onChange: (parts: readonly ListedPart[]) => void;
}

/** Where a part that is dragged would come to stand: before which one. */
interface Dragged {
  name: PackPartName;
  before: number;
}

/** So near the edge of the window, in pixels, what is dragged scrolls the page, so many of them in a frame. */
const EDGE = 64;
const SCROLLED_PER_FRAME = 8;

/** The parts with which are chosen; a handle that is dragged, arrows on it, or two buttons move one. */
export function PackParts({ parts, noteOf, onChange }: PackPartsProps) {
  const { t } = useTranslation('pack');
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [said, setSaid] = useState('');
  /** Where the pointer that drags is, from the top of the window. */
  const pointer = useRef(0);
  const name = dragged?.name;

  // A finger that rests near an edge goes on scrolling, which nothing else does while it drags.
  useEffect(() => {
    if (!name) return;
    let frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);

    function scroll(): void {
      frame = requestAnimationFrame(scroll);
      const isAbove = pointer.current < EDGE;
      if (!isAbove && pointer.current <= innerHeight - EDGE) return;
      const before = scrollY;
      scrollBy({ top: isAbove ? -SCROLLED_PER_FRAME : SCROLLED_PER_FRAME, behavior: 'instant' });
      if (scrollY !== before) setDragged({ name: name!, before: placeBelow(list.current!, pointer.current) });
    }
  }, [name]);

  function move(from: number, to: number): void {
    if (to < 0 || to >= parts.length || to === from) return;
    const moved = parts.toSpliced(from, 1).toSpliced(to, 0, parts[from]!);
    onChange(moved);
    const name = t(`part.${parts[from]!.name}`);
    setSaid(t('moved', { name, place: to + 1, all: parts.length }));
  }

  /** What moves keeps the focus, which it loses where its place in the document is another one. */
  function moveFocused(from: number, to: number, target: HTMLElement): void {
    move(from, to);
    target.focus();
  }

  function press(event: KeyboardEvent<HTMLElement>, place: number): void {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: parts.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveFocused(place, to, event.currentTarget);
  }

  function drag(y: number, name: PackPartName): void {
    pointer.current = y;
    setDragged({ name, before: placeBelow(list.current!, y) });
  }

  function drop(): void {
    if (dragged) {
      const from = parts.findIndex(({ name }) => name === dragged.name);
      move(from, dragged.before > from ? dragged.before - 1 : dragged.before);
    }
    setDragged(null);
  }

  return (
    <>
      <ol ref={list} className="plain-list pack-parts" aria-label={t('parts')}>
        {parts.map(({ name, chosen }, place) => {
          const text = t(`part.${name}`);
          const note = chosen ? noteOf(name) : null;
          return (
            <li
              key={name}
              data-dragged={dragged?.name === name}
              data-drop={
                dragged?.before === place ? 'before' : dragged?.before === place + 1 ? 'after' : undefined
              }
            >
              <Button
                className="pack-parts__handle"
                variant="minimal"
                icon={<DragHandleVertical />}
                aria-label={t('move', { name: text })}
                title={t('moveHint')}
                onKeyDown={(event) => press(event, place)}
                onPointerDown={(event) => {
                  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
                }}
                onPointerMove={(event) => {
                  if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event.clientY, name);
                }}
                onPointerUp={drop}
                onPointerCancel={() => setDragged(null)}
              />
              <span className="pack-parts__name">
                <Checkbox
                  checked={chosen}
                  label={text}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(parts.with(place, { name, chosen: checked }))
                  }
                />
                {note && <span className="note pack-parts__note">{note}</span>}
              </span>
              <RowAction
                name={t('up', { name: text })}
                icon={<ChevronUp />}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
              />
              <RowAction
                name={t('down', { name: text })}
                icon={<ChevronDown />}
                disabled={place === parts.length - 1}
                onClick={() => move(place, place + 1)}
              />
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** The place of the first row whose middle is below; their number where none is. */
function placeBelow(list: HTMLElement, y: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const place = rows.findIndex(({ top, height }) => y < top + height / 2);
  return place < 0 ? rows.length : place;
}

import { InputGroup } from '@blueprintjs/core';
import { Search, Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './member-list.css';

export interface Member {
  id: string;
  name: string;
  detail: string;
}

interface MemberListProps {
  label: string;
  members: readonly Member[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

const rowHeight = 44;

/**
 * Any number of members out of thousands: the field searches name, number and detail, arrows move through what it found,
 * Enter chooses. What was chosen at the start stands on top.
 */
export function MemberList({ label, members, chosen, onChange }: MemberListProps) {
  const { t } = useTranslation('focusGroups');
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [first] = useState(() => new Set(chosen));
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
  const found = useMemo(() => matching(members, text, first), [members, text, first]);
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });

  function toggle(id: string) {
    onChange(chosenIds.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(found.length - 1, active + step));
      setActive(next);
      rows.scrollToIndex(next);
    } else if (event.key === 'Enter') {
      const member = found[active];
      if (member) toggle(member.id);
    } else return;
    event.preventDefault();
  }

  return (
    <div className="member-list">
      <InputGroup
        leftIcon={<Search />}
        placeholder={t('list.search')}
        value={text}
        onValueChange={(value) => {
          setText(value);
          setActive(value ? 0 : -1);
          rows.scrollToOffset(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={t('list.searchIn', { label })}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${active}`}
      />
      <div className="member-list__scroller" ref={scroller}>
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          aria-multiselectable
          className="member-list__options"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const { id, name, detail } = found[index]!;
            const isChosen = chosenIds.has(id);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys of its list box.
              <div
                key={id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={isChosen}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                className="member-list__option"
                data-active={index === active}
                style={{ height: size, transform: `translateY(${start}px)` }}
                onClick={() => toggle(id)}
              >
                <span className="member-list__box">{isChosen && <Tick size={14} />}</span>
                <span className="member-list__name">
                  {name} <small>{detail}</small>
                </span>
              </div>
            );
          })}
        </div>
        {found.length === 0 && <p className="member-list__nothing">{t('list.nothing')}</p>}
      </div>
    </div>
  );
}

function matching(members: readonly Member[], text: string, first: ReadonlySet<string>): readonly Member[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    return members.filter(({ id, name, detail }) => {
      const searched = `${name} ${detail} ${id}`.toLocaleLowerCase();
      return words.every((word) => searched.includes(word));
    });
  }
  if (first.size === 0) return members;
  return [...members.filter(({ id }) => first.has(id)), ...members.filter(({ id }) => !first.has(id))];
}

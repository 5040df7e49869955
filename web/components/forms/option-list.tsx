import { InputGroup } from '@blueprintjs/core';
import { Search, Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchingOptions } from './matching-options.ts';
import './forms.css';

interface OptionListProps<Option> {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** What is searched of an option; the same function every time. */
  textOf: (option: Option) => string;
  /** Pixels that every option takes. */
  rowHeight: number;
  /** What an option shows beside its box. */
  children: (option: Option) => ReactNode;
  /** Stands between the field and what it found. */
  heading?: (found: readonly Option[], isSearched: boolean) => ReactNode;
  /** Enter while no option is marked goes to the form around it, which it sends. */
  sendsForm?: boolean;
  className?: string;
}

/**
 * Any number of options out of thousands, by mouse or keyboard: the field searches, arrows move through what it found,
 * Enter chooses. What was chosen at the start stands on top.
 */
export function OptionList<Option extends { id: string }>(props: OptionListProps<Option>) {
  const {
    label,
    options,
    chosen,
    onChange,
    textOf,
    rowHeight,
    children,
    heading,
    sendsForm = false,
    className = '',
  } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [first] = useState(() => new Set(chosen));
  const found = useMemo(() => matchingOptions(options, text, first, textOf), [options, text, first, textOf]);
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
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
  function move(to: number) {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    rows.scrollToIndex(next);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    const option = found[active];
    if (step !== undefined) move(active + step);
    else if (event.key === 'Enter' && (option || !sendsForm)) {
      if (option) toggle(option.id);
    } else return;
    event.preventDefault();
  }

  return (
    <div className={`option-list ${className}`}>
      <InputGroup
        leftIcon={<Search />}
        placeholder={t('options.search')}
        value={text}
        onValueChange={(value) => {
          setText(value);
          setActive(value ? 0 : -1);
          rows.scrollToOffset(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={t('options.searchIn', { label })}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${active}`}
      />
      {heading?.(found, text !== '')}
      <div className="option-list__scroller" ref={scroller}>
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          aria-multiselectable
          className="option-list__options"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const option = found[index] as Option;
            const isChosen = chosenIds.has(option.id);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys of its list box.
              <div
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={isChosen}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                className="option-list__option"
                data-active={index === active}
                style={{ height: size, transform: `translateY(${start}px)` }}
                onClick={() => toggle(option.id)}
              >
                <span className="option-list__box">{isChosen && <Tick size={14} />}</span>
                {children(option)}
              </div>
            );
          })}
        </div>
        {found.length === 0 && <p className="nothing">{t('options.nothing')}</p>}
      </div>
    </div>
  );
}

import { Button, InputGroup } from '@blueprintjs/core';
import { Search, Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterOption } from '../../../api/filter-lists.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import './choice-list.css';
import { matchingOptions } from './matching-options.ts';

interface ChoiceListProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Offers to choose all that the search has found. */
  takesAll?: boolean;
}

const rowHeight = 36;

/**
 * Any number of choices out of a long list, by mouse or keyboard: the field searches, arrows move through what it
 * found, Enter chooses. What was chosen at the start stands on top.
 */
export function ChoiceList({ label, options, chosen, onChange, takesAll = false }: ChoiceListProps) {
  const { t } = useTranslation('filters');
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [first] = useState(() => new Set(chosen));
  const found = useMemo(() => matchingOptions(options, text, first), [options, text, first]);
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
  const hasPotential = options.some(({ turnoverPotential }) => turnoverPotential !== undefined);
  const countHeading = t(hasPotential ? 'list.articles' : 'list.products');
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
    else if (event.key === 'Enter' && option) toggle(option.id);
    else return;
    event.preventDefault();
  }

  return (
    <div className="choice-list" data-potential={hasPotential}>
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
      {takesAll && (
        <Button
          className="choice-list__all"
          variant="minimal"
          size="small"
          text={text ? t('list.allFound', { count: found.length }) : t('list.all')}
          disabled={found.every(({ id }) => chosenIds.has(id))}
          onClick={() => onChange([...new Set([...chosen, ...found.map(({ id }) => id)])])}
        />
      )}
      <div className="choice-list__heading" aria-hidden="true">
        <span>{label}</span>
        <span>{countHeading}</span>
        {hasPotential && <span>{t('list.potential')}</span>}
      </div>
      <div className="choice-list__scroller" ref={scroller}>
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          aria-multiselectable
          className="choice-list__options"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const option = found[index] as FilterOption;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys of its list box.
              <div
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={chosenIds.has(option.id)}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                className="choice-list__option"
                data-active={index === active}
                style={{ height: size, transform: `translateY(${start}px)` }}
                onClick={() => toggle(option.id)}
              >
                <span className="choice-list__box">{chosenIds.has(option.id) && <Tick size={14} />}</span>
                <span className="choice-list__name">{option.name}</span>
                <span className="visually-hidden">, </span>
                <span className="choice-list__figure">{formatCount(option.count)}</span>
                <span className="visually-hidden">
                  {hasPotential ? `${countHeading}, ${t('list.potential')}` : countHeading}
                </span>
                {hasPotential && (
                  <span className="choice-list__figure">{formatAmount(option.turnoverPotential)}</span>
                )}
              </div>
            );
          })}
        </div>
        {found.length === 0 && <p className="choice-list__nothing">{t('list.nothingFound')}</p>}
      </div>
    </div>
  );
}

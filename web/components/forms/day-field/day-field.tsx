import { Button, InputGroup, PopoverNext, PopupKind } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../loading/lazy.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { dayText, readDay, readShortDay } from './day-text.ts';

interface DayFieldProps {
  id: string;
  /** YYYY-MM-DD, or ''. */
  day: string;
  onChange: (day: string) => void;
}

/** A day, typed as DD.MM.YYYY or chosen from a calendar. */
export function DayField({ id, day, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const invalid = Boolean(typed) && readDay(typed ?? '') === null;
  const told = useRef(onChange);
  useEffect(() => {
    told.current = onChange;
  });
  const choose = useCallback((chosen: string) => {
    setTyped(null);
    told.current(chosen);
  }, []);
  // The same until it changes: Blueprint measures another one, and has the whole page laid out for it.
  const calendar = useMemo(() => <CalendarButton day={day} onChoose={choose} />, [day, choose]);

  function type(text: string) {
    const read = readDay(text);
    setTyped(text);
    if (read !== null || text === '') onChange(read ?? '');
  }

  function leave() {
    const read = readShortDay(typed ?? '');
    if (read !== null) onChange(read);
    setTyped(null);
  }
  return (
    <InputGroup
      id={id}
      value={typed ?? dayText(day)}
      placeholder={t('day.placeholder')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid}
      onValueChange={type}
      onKeyDown={({ key }) => key === 'Enter' && readShortDay(typed ?? '') !== null && leave()}
      onBlur={leave}
      rightElement={calendar}
    />
  );
}

/** The calendar and its languages are large and seldom used: they come when it is opened. */
const loadCalendar = () => import('./day-calendar.tsx');
const DayCalendar = lazyComponent(loadCalendar);

interface CalendarButtonProps {
  /** YYYY-MM-DD, or ''. */
  day: string;
  onChoose: (day: string) => void;
}

/** Opens a calendar to choose a day from. */
function CalendarButton({ day, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  function choose(chosen: string) {
    setOpen(false);
    onChoose(chosen);
  }
  const calendar = (
    <div role="dialog" aria-label={t('day.choose')}>
      <LazyPart placeholder={<div style={{ width: 244, height: 300 }} aria-busy="true" />}>
        <DayCalendar day={day} onChoose={choose} />
      </LazyPart>
    </div>
  );
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      content={calendar}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
    >
      <Button
        variant="minimal"
        icon={<Calendar />}
        aria-label={t('day.choose')}
        onPointerEnter={() => loadCalendar().catch(() => undefined)}
      />
    </PopoverNext>
  );
}

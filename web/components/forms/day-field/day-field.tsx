import { InputGroup } from '@blueprintjs/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarButton } from './calendar-button.tsx';
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
      onBlur={leave}
      rightElement={calendar}
    />
  );
}

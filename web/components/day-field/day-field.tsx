import { Button, InputGroup, PopupKind } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LaterPart } from '../later-part.tsx';
import { LaterPopover } from '../later-popover.tsx';
import { dayText, readDay } from './day-text.ts';

/** The calendar and its languages are large and seldom used: they come when it is opened. */
const loadCalendar = () => import('./day-calendar.tsx');
const DayCalendar = lazy(loadCalendar);

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
  const [isOpen, setOpen] = useState(false);
  const invalid = Boolean(typed) && readDay(typed ?? '') === null;

  function type(text: string) {
    const read = readDay(text);
    setTyped(text);
    if (read !== null || text === '') onChange(read ?? '');
  }
  function choose(chosen: string) {
    setTyped(null);
    setOpen(false);
    onChange(chosen);
  }
  const calendar = (
    <div role="dialog" aria-label={t('day.choose')}>
      <LaterPart placeholder={<div style={{ width: 244, height: 300 }} aria-busy="true" />}>
        <DayCalendar day={day} onChoose={choose} />
      </LaterPart>
    </div>
  );
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
      onBlur={() => setTyped(null)}
      rightElement={
        <LaterPopover
          isOpen={isOpen}
          onInteraction={setOpen}
          content={() => calendar}
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
        </LaterPopover>
      }
    />
  );
}

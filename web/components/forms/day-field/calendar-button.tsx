import { Button, PopupKind } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { laterCode } from '../../loading/later-code.ts';
import { LaterPart } from '../../loading/later-part.tsx';
import { LaterPopover } from '../../loading/later-popover.tsx';

/** The calendar and its languages are large and seldom used: they come when it is opened. */
const loadCalendar = () => import('./day-calendar.tsx');
const DayCalendar = laterCode(loadCalendar);

interface CalendarButtonProps {
  /** YYYY-MM-DD, or ''. */
  day: string;
  onChoose: (day: string) => void;
}

/** Opens a calendar to choose a day from. */
export function CalendarButton({ day, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  function choose(chosen: string) {
    setOpen(false);
    onChoose(chosen);
  }
  const calendar = (
    <div role="dialog" aria-label={t('day.choose')}>
      <LaterPart placeholder={<div style={{ width: 244, height: 300 }} aria-busy="true" />}>
        <DayCalendar day={day} onChoose={choose} />
      </LaterPart>
    </div>
  );
  return (
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
  );
}

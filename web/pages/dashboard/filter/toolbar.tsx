import { Button } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './filter-chips.css';

interface ToolbarProps {
  /** Buttons that open filters and orders. */
  children: ReactNode;
  /** What is chosen. */
  chips?: ReactNode;
  isChanged: boolean;
  onReset: () => void;
}

/** What a page can be asked: its filters and its order, and the way back to where it starts. */
export function Toolbar({ children, chips, isChanged, onReset }: ToolbarProps) {
  const { t } = useTranslation('filters');
  return (
    <search className="toolbar" aria-label={t('title')}>
      {children}
      {chips}
      {isChanged && (
        <Button
          className="toolbar__reset"
          variant="minimal"
          icon={<Reset />}
          text={t('reset')}
          onClick={(event) => {
            focusToolbar(event.currentTarget);
            onReset();
          }}
        />
      )}
    </search>
  );
}

/** Gives the focus to the start of the toolbar before a control in it goes away. */
export function focusToolbar(control: HTMLElement): void {
  control.closest('search')?.querySelector<HTMLElement>('button, input')?.focus();
}

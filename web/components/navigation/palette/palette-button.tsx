import { Button } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { laterCode } from '../../loading/later-code.ts';
import { LaterDialog } from '../../loading/later-part.tsx';
import './palette-button.css';

const CommandPalette = laterCode(() => import('./command-palette.tsx'));
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette, as Ctrl-K (on a Mac Cmd-K) does from anywhere. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);

  // Whoever sees the page can press the keys.
  useLayoutEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return;
      if (isMac ? !event.metaKey : !event.ctrlKey) return;
      event.preventDefault();
      setOpen((current) => !current);
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  return (
    <>
      <Button
        variant="minimal"
        icon={<Search />}
        text={
          <>
            <span className="visually-hidden">{t('palette.open')}</span>
            <span className="palette-button__keys" aria-hidden="true">
              {isMac ? '⌘K' : t('palette.keys')}
            </span>
          </>
        }
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      />
      {open && (
        <LaterDialog onClose={() => setOpen(false)}>
          <CommandPalette onClose={() => setOpen(false)} />
        </LaterDialog>
      )}
    </>
  );
}

import { Dialog } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../feedback/failure-notice.tsx';
import { type Command, commandGroups, matches } from './command.ts';
import './command-palette.css';
import { useCommands } from './use-commands.ts';
import { useFoundStatistics } from './use-found-statistics.ts';

/** One field from which any statistic, page and action is a few letters away. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const portal = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = useCommands();
  const found = useFoundStatistics(typed);
  const offered = [...found.commands, ...commands.filter(({ text }) => matches(typed, text))];
  const current = Math.min(chosen, offered.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + offered.length) % Math.max(1, offered.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(offered[current]);
    }
  }

  return (
    <Dialog isOpen className="palette" onClose={onClose} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {t('palette.open')}
      </h2>
      <div className="palette__field">
        <Search />
        <input
          autoFocus
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={offered.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          maxLength={255}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={move}
        />
      </div>
      {found.error ? (
        <p role="alert" className="palette__note">
          {failureText(found.error, portal.t)}
        </p>
      ) : null}
      <div className="palette__list" role="listbox" id={`${id}-list`} aria-label={t('palette.results')}>
        {commandGroups.map((group) => {
          const members = offered.filter((command) => command.group === group);
          if (members.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="palette__group" id={`${id}-${group}`} role="presentation">
                {t(`palette.${group}`)}
              </div>
              {members.map((command) => {
                const index = offered.indexOf(command);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option.
                  <div
                    key={command.id}
                    id={optionId(index)}
                    className="palette__option"
                    role="option"
                    aria-selected={index === current}
                    onClick={() => run(command)}
                    onPointerMove={() => setChosen(index)}
                  >
                    <span>{command.text}</span>
                    {command.detail && <span className="palette__detail">{command.detail}</span>}
                  </div>
                );
              })}
              {group === 'statistics' && found.isCut && (
                <div className="palette__cut" role="presentation">
                  {t('palette.cut')}
                </div>
              )}
            </div>
          );
        })}
      </div>
      {offered.length === 0 && (
        <p role="status" className="palette__note">
          {t('palette.nothing')}
        </p>
      )}
    </Dialog>
  );
}

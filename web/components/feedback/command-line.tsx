import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { labelled } from '../../i18n/labelled.ts';
import './feedback.css';
import { useCopy } from './use-copy.ts';

/** What is to be typed on a command line, whole, and a button that copies it. */
export function CommandLine({ text }: { text: string }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLElement>(null);

  const copy = useCopy(text, () => getSelection()?.selectAllChildren(shown.current!));

  return (
    <div className="row row--top row--tight command-line">
      <code ref={shown}>
        {[...text.matchAll(/\S+\s*/g)].map(({ 0: word, index }) => (
          <span key={index}>{word}</span>
        ))}
      </code>
      <Button
        variant="minimal"
        icon={<Duplicate />}
        aria-label={labelled(t('action.copy'), text)}
        onClick={copy}
      />
    </div>
  );
}

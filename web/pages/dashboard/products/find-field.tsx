import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import './find-field.css';

interface FindFieldProps {
  text: string;
  setText: (text: string) => void;
  /** Told that somebody is about to type. */
  approach: () => void;
}

/** Looks for articles in the list while typing. */
export function FindField({ text, setText, approach }: FindFieldProps) {
  const { t } = useTranslation('products');
  const isEmpty = text === '';
  // The same until it changes: Blueprint measures another one, and has the whole page laid out for it.
  const clear = useMemo(
    () =>
      isEmpty ? undefined : (
        <Button variant="minimal" icon={<Cross />} aria-label={t('find.clear')} onClick={() => setText('')} />
      ),
    [isEmpty, setText, t],
  );
  return (
    <InputGroup
      className="find-field"
      type="search"
      leftIcon={<Search />}
      placeholder={t('find.placeholder')}
      aria-label={t('find.label')}
      value={text}
      onValueChange={setText}
      onFocus={approach}
      onPointerEnter={approach}
      rightElement={clear}
    />
  );
}

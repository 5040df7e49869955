import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import './find-field.css';
import { longestSearch } from './use-find-text.ts';

export interface FindFieldProps {
  text: string;
  setText: (text: string) => void;
  /** Told that somebody is about to type. */
  approach?: () => void;
  /** What is looked for, and where; products by name or number unless said otherwise. */
  label?: string;
  placeholder?: string;
  /** How many rows are found of how many; nothing while it isn't known, or nothing is looked for. */
  count?: { found: number; total: number } | undefined;
}

/** Looks for rows of a list while typing, and says how many there are. */
export function FindField({ text, setText, approach, label, placeholder, count }: FindFieldProps) {
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
    <div className="row row--tight find-field">
      <InputGroup
        type="search"
        leftIcon={<Search />}
        placeholder={placeholder ?? t('find.placeholder')}
        aria-label={label ?? t('find.label')}
        maxLength={longestSearch}
        value={text}
        onValueChange={setText}
        onFocus={approach}
        onPointerEnter={approach}
        // What is looked for is no reason to send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        rightElement={clear}
      />
      <span className="note find-field__count" role="status">
        {!isEmpty &&
          count &&
          t('find.count', { found: formatCount(count.found), total: formatCount(count.total) })}
      </span>
    </div>
  );
}

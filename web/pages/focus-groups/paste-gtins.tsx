import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/forms/text-field.tsx';
import { readGtins, type UnfitPiece } from './pasted-gtins.ts';

interface PasteGtinsProps {
  /** GTINs of the catalogue; undefined until they are there. */
  known: ReadonlySet<string> | undefined;
  chosen: readonly string[];
  onAdd: (gtins: readonly string[]) => void;
}

/** Adds the products of a pasted list of GTINs; what does not fit stays listed. */
export function PasteGtins({ known, chosen, onAdd }: PasteGtinsProps) {
  const { t } = useTranslation('focusGroups');
  const [text, setText] = useState('');
  const [told, setTold] = useState<{ added: number; unfit: UnfitPiece[] }>();

  function add() {
    if (!known) return;
    const { gtins, unfit } = readGtins(text, known);
    const isNew = gtins.filter((gtin) => !chosen.includes(gtin));
    onAdd(isNew);
    setTold({ added: isNew.length, unfit });
    setText('');
  }

  return (
    <div className="member-list__paste">
      <TextField
        id="focus-group-paste"
        label={t('paste.label')}
        multiline
        maxLength={500_000}
        value={text}
        hint={t('paste.hint')}
        onChange={setText}
      />
      <Button
        variant="outlined"
        text={t('paste.add')}
        disabled={!known || text.trim() === ''}
        onClick={add}
      />
      {told && (
        <Callout
          role="status"
          intent={told.unfit.length > 0 ? 'warning' : 'success'}
          icon={told.unfit.length > 0 ? <WarningSign /> : null}
        >
          {t('paste.added', { count: told.added })}
          {told.unfit.length > 0 && (
            <>
              {' '}
              {t('paste.unfit', { count: told.unfit.length })}
              <ul className="member-list__gone">
                {told.unfit.map(({ text: piece, reason }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same text can stand there twice.
                  <li key={place}>
                    {piece} – {t(`paste.${reason}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Callout>
      )}
    </div>
  );
}

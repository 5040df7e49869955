import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { parseFraction } from '#shared/cart-quantity.ts';
import type { CartRowState } from '#shared/schemas/cart.ts';
import { formatAmount, formatCount, formatDate } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { HeaderFields, KeptEdit } from './edits/edit.ts';
import { packsOfExact, writeMultiplier } from './quantity.ts';

interface ConflictsProps {
  edits: readonly KeptEdit[];
  multiplierExact: string;
  wholesalerName: (id: number) => string;
  /** Makes one's own edit on top of the other. */
  onMine: (edit: KeptEdit) => void;
  /** Drops one's own edit. */
  onTheirs: (edit: KeptEdit) => void;
}

/** Edits that somebody else was faster with, or that the server refused: both values, and the choice. */
export function Conflicts({ edits, multiplierExact, wholesalerName, onMine, onTheirs }: ConflictsProps) {
  const { t } = useTranslation('cart');
  const conflicts = edits.filter(({ state }) => state === 'conflict');
  const refused = edits.filter(({ state }) => state === 'refused');
  const multiplier = parseFraction(multiplierExact);

  function nameOf(edit: KeptEdit): string {
    if (edit.kind === 'row') return edit.name;
    if (edit.kind === 'rows') return t('log.kind.row', { count: edit.rows.length });
    return t(edit.kind === 'header' ? 'settings.title' : `log.kind.${edit.kind}`, { count: 0 });
  }
  function headerText(fields: Partial<HeaderFields>, names: readonly string[]): string {
    return names.map((name) => fieldText(name as keyof HeaderFields, fields)).join(', ');
  }
  function fieldText(name: keyof HeaderFields, fields: Partial<HeaderFields>): string {
    const value = fields[name];
    if (name === 'signature') return t(value === null ? 'signature.none' : 'log.signed');
    if (value === null || value === undefined || value === '') return '–';
    if (name === 'visible') return labelled(t('log.header.visible'), t(value ? 'log.yes' : 'log.no'));
    if (name === 'quantityMultiplier') return `× ${writeMultiplier(Number(value))}`;
    if (name === 'deliveryDate') return formatDate(String(value));
    if (name === 'deliveryType') return t(`deliveryType.${value as HeaderFields['deliveryType']}`);
    if (name === 'wholesaler') return wholesalerName(Number(value));
    return String(value);
  }
  function mine(edit: KeptEdit): string {
    if (edit.kind === 'row') return formatCount(packsOfExact(edit.selected, multiplier));
    if (edit.kind !== 'header' || edit.state !== 'conflict') return '';
    return headerText(edit.fields, Object.keys(edit.theirs));
  }
  function theirs(edit: KeptEdit): string {
    if (edit.state !== 'conflict') return '';
    if (edit.kind === 'row') {
      return formatCount(packsOfExact((edit.theirs as CartRowState).selectedExact, multiplier));
    }
    return headerText(edit.theirs as Partial<HeaderFields>, Object.keys(edit.theirs));
  }

  return (
    <>
      {conflicts.map((edit) => (
        <Callout key={edit.id} role="alert" intent="warning">
          <p>{t('conflict.text', { name: nameOf(edit) })}</p>
          <p className="row row--top">
            <Button
              variant="outlined"
              text={t('conflict.mine', { value: mine(edit) })}
              onClick={() => onMine(edit)}
            />
            <Button
              variant="outlined"
              text={t('conflict.theirs', { value: theirs(edit) })}
              onClick={() => onTheirs(edit)}
            />
          </p>
        </Callout>
      ))}
      {refused.length > 0 && (
        <Callout role="alert" intent="danger">
          <p>{t('refused.title', { count: refused.length })}</p>
          <ul>
            {refused.map((edit) => (
              <li key={edit.id}>
                {t('refused.edit', {
                  name: nameOf(edit),
                  reason: edit.state === 'refused' ? edit.reason : formatAmount(null),
                })}
              </li>
            ))}
          </ul>
          <Button
            variant="outlined"
            text={t('refused.noted')}
            onClick={() => {
              for (const edit of refused) onTheirs(edit);
            }}
          />
        </Callout>
      )}
    </>
  );
}

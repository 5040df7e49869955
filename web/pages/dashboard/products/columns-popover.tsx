import { Button, Checkbox, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Properties } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { withinWindow } from '../../../components/dialogs/within-window.ts';
import { type ColumnOption, joinColumns, splitColumns } from './column-options.ts';
import './columns-popover.css';

interface ColumnsPopoverProps {
  /** Those there are. */
  options: readonly ColumnOption[];
  shown: readonly ColumnOption[];
  onChange: (shown: readonly ColumnOption[]) => void;
}

/** Which columns the list has. */
export function ColumnsPopover({ options, shown, onChange }: ColumnsPopoverProps) {
  const { t } = useTranslation('products');
  const choices = (
    <fieldset className="columns-popover">
      <legend>{t('columns.title')}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={t(`columns.${option}`)}
          checked={shown.includes(option)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...shown, option] : shown.filter((each) => each !== option))
          }
        />
      ))}
    </fieldset>
  );
  return (
    <PopoverNext
      {...withinWindow}
      content={choices}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      shouldReturnFocusOnClose
    >
      <Button variant="outlined" icon={<Properties />} endIcon={<CaretDown />} text={t('columns.button')} />
    </PopoverNext>
  );
}

/** Columns that are shown beside the usual ones; they stand in the address. */
export function useChosenColumns() {
  const [parameters, setParameters] = useSearchParams();
  const written = parameters.get('columns') ?? '';
  const chosen = useMemo(() => splitColumns(written), [written]);
  function choose(next: readonly ColumnOption[]) {
    const changed = new URLSearchParams(parameters);
    if (next.length > 0) changed.set('columns', joinColumns(next));
    else changed.delete('columns');
    // At once: whoever ticks the next one finds this one ticked.
    setParameters(changed, { replace: true, flushSync: true });
  }
  return [chosen, choose] as const;
}

/** What of a switch can be shown beside what the customer gains, by the option that shows it. */
const besideGain = {
  publicDifference: ['publicPriceDifference'],
  deductible: ['deductibleBefore', 'deductibleAfter'],
} as const satisfies Partial<Record<ColumnOption, readonly string[]>>;
export type BesideGain = (typeof besideGain)[keyof typeof besideGain][number];
export const besideGainOptions = Object.keys(besideGain) as (keyof typeof besideGain)[];

/** The figures of the options that are chosen. */
export function chosenBesideGain(chosen: readonly ColumnOption[]): BesideGain[] {
  return besideGainOptions
    .filter((option) => chosen.includes(option))
    .flatMap((option) => besideGain[option]);
}

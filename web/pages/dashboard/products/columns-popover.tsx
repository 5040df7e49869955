import { Button, Checkbox, PopoverNext, PopupKind } from '@blueprintjs/core';
import { CaretDown, Properties } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ColumnOption } from './column-options.ts';
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

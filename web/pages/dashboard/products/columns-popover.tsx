import { Button, Checkbox, PopupKind } from '@blueprintjs/core';
import { CaretDown, Properties } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { LaterPopover } from '../../../components/loading/later-popover.tsx';
import { type ColumnOption, columnOptions } from './column-options.ts';
import './columns-popover.css';

interface ColumnsPopoverProps {
  shown: readonly ColumnOption[];
  onChange: (shown: readonly ColumnOption[]) => void;
}

/** Which columns the list has. */
export function ColumnsPopover({ shown, onChange }: ColumnsPopoverProps) {
  const { t } = useTranslation('products');
  const options = (
    <fieldset className="columns-popover">
      <legend>{t('columns.title')}</legend>
      {columnOptions.map((option) => (
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
    <LaterPopover
      content={() => options}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      shouldReturnFocusOnClose
    >
      <Button variant="outlined" icon={<Properties />} endIcon={<CaretDown />} text={t('columns.button')} />
    </LaterPopover>
  );
}

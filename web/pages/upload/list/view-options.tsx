import { Button, Checkbox, Divider, PopoverNext } from '@blueprintjs/core';
import { CaretDown, EyeOpen } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { withinWindow } from '../../../components/dialogs/within-window.ts';

/** Which optional columns the list shows. */
export interface ViewOptions {
  date: boolean;
  externalId: boolean;
  comment: boolean;
  timeInformation: boolean;
}

export const defaultViewOptions: ViewOptions = {
  date: true,
  externalId: true,
  comment: true,
  timeInformation: false,
};

interface ViewOptionsButtonProps {
  options: ViewOptions;
  onChange: (changed: Partial<ViewOptions>) => void;
  /** Whether the list is one of customers, whose columns are always the same. */
  byCustomer: boolean;
  /** Whether the list shows what was deleted instead. */
  deleted: boolean;
  onDeletedChange: (deleted: boolean) => void;
}

export function ViewOptionsButton({
  options,
  onChange,
  byCustomer,
  deleted,
  onDeletedChange,
}: ViewOptionsButtonProps) {
  const { t } = useTranslation(['upload', 'manage']);
  const names = byCustomer ? [] : (Object.keys(defaultViewOptions) as (keyof ViewOptions)[]);
  const content = (
    <fieldset className="view-options">
      <legend className="visually-hidden">{t('view.button')}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          className={`view-options__${name}`}
          label={t(`view.${name}`)}
          checked={options[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
      {names.length > 0 && <Divider />}
      <Checkbox
        label={t('manage:deleted.option')}
        checked={deleted}
        onChange={(event) => onDeletedChange(event.currentTarget.checked)}
      />
    </fieldset>
  );
  return (
    <PopoverNext {...withinWindow} content={content} placement="bottom-end" arrow={false} animation="minimal">
      <Button variant="outlined" icon={<EyeOpen />} endIcon={<CaretDown />} text={t('view.button')} />
    </PopoverNext>
  );
}

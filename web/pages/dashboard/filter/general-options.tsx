import { Checkbox } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { FilterChoice, FilterOffer, OptionGroup } from './filter-offer.ts';
import { useFilterTexts } from './use-filter-texts.ts';

interface GeneralOptionsProps {
  offer: FilterOffer;
  filters: FilterChoice;
  onToggle: (group: OptionGroup, value: string) => void;
}

/** Options that narrow, and below them the origins, of which any may hold. */
export function GeneralOptions({ offer, filters, onToggle }: GeneralOptionsProps) {
  const { t } = useTranslation('filters');
  const { optionText } = useFilterTexts();
  const groups = (['general', 'type'] as const)
    .map((group) => ({ group, options: offer.options.filter((option) => option.group === group) }))
    .filter(({ options }) => options.length > 0);
  return (
    <div className="filter-form__options">
      {groups.map(({ group, options }) => (
        <fieldset key={group}>
          <legend>{t(`group.${group}`)}</legend>
          {options.map(({ value }) => (
            <Checkbox
              key={value}
              label={optionText(value)}
              checked={filters[group]?.includes(value) ?? false}
              onChange={() => onToggle(group, value)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { Setting } from '../../api/settings.ts';

const known = [
  'PROVIDER_NAME',
  'PROVIDER_COMPANIES',
  'NEW_STOCKOUT_DAYS',
  'DEDUCTIBLE_RATE',
  'CONTACT_ADDRESS',
  'CONTACT_PHONE',
  'CONTACT_EMAIL',
  'EXPECTED_SWISSMEDIC_PACKS',
  'EXPECTED_BAG_SL_FHIR',
  'EXPECTED_BAG_SL_PRICES',
  'EXPECTED_STOCKOUTS_WHOLESALER',
  'EXPECTED_STOCKOUTS_DRUGSHORTAGE',
  'EXPECTED_STOCKOUTS_ENGPASSRADAR',
  'EXPECTED_STOCKOUTS_NATIONAL_SUPPLY',
  'EXPECTED_STOCKOUTS_OWN',
] as const;

/** What a setting is called and means; one that is newer than this page goes by its key. */
export function useSettingWords() {
  const { t } = useTranslation('settings');
  return ({ key, least, most }: Setting) => {
    const name = known.find((each) => each === key);
    const inWords = (value: Setting['value']) => {
      if (value === '') return t('nothing');
      if (name === 'NEW_STOCKOUT_DAYS' || name?.startsWith('EXPECTED_'))
        return t('days', { count: Number(value) });
      return name === 'DEDUCTIBLE_RATE' ? `${value} %` : String(value);
    };
    if (!name) return { name: key, meaning: '', problem: t('problem.other'), inWords };
    return {
      name: t(`name.${name}`),
      meaning: t(`meaning.${name}`),
      problem: t(`problem.${name}`, { least, most }),
      inWords,
    };
  };
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedingQuery } from '../../../api/feeding-statistic.ts';

/** What has become of the statistic that is to stand for the market, in words; undefined until that is known. */
export function useWhyUnfed(): string | undefined {
  const { t } = useTranslation('market');
  const { data, isError } = useQuery(feedingQuery);
  if (data?.state === 'disabled' || data?.state === 'deleted') return t(`noFeeding.${data.state}`);
  return data?.state === 'none' || isError ? t('noFeeding.text') : undefined;
}

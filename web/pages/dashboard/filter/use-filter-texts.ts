import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../../api/portal.ts';

/** What texts say of the installation: the provider's name and the raised patient deductible in percent. */
export function useProvider(): { provider: string; rate: number | undefined } {
  const { data: portal } = useQuery(portalQuery);
  return { provider: portal?.providerName ?? '', rate: portal?.deductibleRate };
}

/** Manufacturers whose products are the provider's own. The same array until the portal is asked anew. */
export function useProviderCompanies(): readonly string[] {
  return useQuery(portalQuery).data?.providerCompanies ?? none;
}

const none: readonly string[] = [];

/** Names filter options. */
export function useFilterTexts(): { optionText: (value: string) => string } {
  const { t } = useTranslation('filters');
  const installation = useProvider();
  return { optionText: (value) => t(`option.${value}` as ParseKeys<'filters'>, installation) };
}

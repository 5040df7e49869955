import { useQuery } from '@tanstack/react-query';
import { portalQuery } from '../../api/portal.ts';

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

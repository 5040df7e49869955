import { useQuery } from '@tanstack/react-query';
import i18next, { type FlatNamespace, type TFunction } from 'i18next';
import { loadLanguage } from './translations.ts';

/** German texts whatever the user's language; undefined while loading. */
export function useGerman<Namespace extends FlatNamespace>(
  namespace: Namespace,
): TFunction<Namespace> | undefined {
  const { isSuccess } = useQuery({
    queryKey: ['texts', 'de'],
    queryFn: () => loadLanguage('de').then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isSuccess ? i18next.getFixedT('de', namespace) : undefined;
}

import type { News } from '#analytics/alerts.ts';
import { marketPages } from '../../statistics/views/market-pages.ts';

/** Where a mail's links lead; pages for signed-in users ask who it is first, and go on from there. */
export function alertLinks(portalUrl: string, unsubscribeToken: string) {
  const pages = {
    replaceable: marketPages['portfolio/competitor'],
    own: '/stockout',
    back: marketPages['portfolio/back-in-stock'],
  } as const;
  const page = (kind: News['kind']) => `${portalUrl}${pages[kind]}`;
  /** The page filtered to where the product stands; of the provider's own the day on which it went missing. */
  const product = ({ kind, molecule, since, backOn }: News) => {
    const parameters = new URLSearchParams(kind === 'own' ? { date: since, series: 'PROVIDER' } : {});
    if (kind !== 'own' && molecule) parameters.set('molecule', molecule);
    if (kind === 'back' && backOn) parameters.set('date', backOn);
    return parameters.size > 0 ? `${page(kind)}?${parameters}` : page(kind);
  };
  return {
    page,
    product,
    /** The customers of the reader's who buy it. */
    customers: ({ gtin }: News) => `${portalUrl}/product-customers/${gtin}`,
    settings: `${portalUrl}/stockout-subscriptions`,
    /** For people: a page that asks first. */
    unsubscribe: `${portalUrl}/unsubscribe/${unsubscribeToken}`,
    /** For mail programs (RFC 8058): they POST there, and lead people there who come by GET. */
    oneClick: `${portalUrl}/api/alerts/unsubscribe/${unsubscribeToken}`,
  };
}

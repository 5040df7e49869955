/** Stands in questions about the market where a direct link id does in those about a statistic. */
export const market = 'market';

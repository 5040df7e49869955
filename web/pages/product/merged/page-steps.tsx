import { Button } from '@blueprintjs/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface PageStepsProps {
  /** From 1. */
  page: number;
  /** What was asked for that page of the list. */
  list: { data: { total: number } | undefined; isPlaceholderData: boolean };
  /** Rows of a page. */
  size: number;
  /** null: the first, which stands in no address. */
  onGo: (page: string | null, options?: { replace: boolean }) => void;
}

/** From page to page of a list that has more than one; from behind its end to its last one. */
export function PageSteps({ page, list, size, onGo }: PageStepsProps) {
  const { t } = useTranslation('merged');
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / size));
  const isBehind = list.data !== undefined && !list.isPlaceholderData && page > pages;
  const goBack = useEffectEvent(() => onGo(inAddress(pages), { replace: true }));
  useEffect(() => {
    if (isBehind) goBack();
  }, [isBehind]);
  if (pages <= 1) return null;
  return (
    <div className="row gap-3 row--end product-page__actions">
      <Button
        variant="outlined"
        text={t('list.previous')}
        disabled={page <= 1}
        onClick={() => onGo(inAddress(page - 1))}
      />
      <span>{t('list.page', { page, pages })}</span>
      <Button
        variant="outlined"
        text={t('list.next')}
        disabled={page >= pages}
        onClick={() => onGo(inAddress(page + 1))}
      />
    </div>
  );
}

function inAddress(page: number): string | null {
  return page === 1 ? null : String(page);
}

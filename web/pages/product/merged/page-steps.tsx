import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

interface PageStepsProps {
  /** From 1. */
  page: number;
  pages: number;
  /** null: the first, which stands in no address. */
  onGo: (page: string | null) => void;
}

/** From page to page of a list that has more than one. */
export function PageSteps({ page, pages, onGo }: PageStepsProps) {
  const { t } = useTranslation('merged');
  if (pages <= 1) return null;
  return (
    <div className="product-page__actions">
      <Button
        variant="outlined"
        text={t('list.previous')}
        disabled={page <= 1}
        onClick={() => onGo(page === 2 ? null : String(page - 1))}
      />
      <span>{t('list.page', { page, pages })}</span>
      <Button
        variant="outlined"
        text={t('list.next')}
        disabled={page >= pages}
        onClick={() => onGo(String(page + 1))}
      />
    </div>
  );
}

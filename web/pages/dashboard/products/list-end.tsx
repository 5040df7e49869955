import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/formats.ts';
import './list-end.css';
import { pageSize } from './products-queries.ts';

interface ListEndProps {
  shown: number;
  total: number;
  /** Shows what was found by typing. */
  isFinding: boolean;
  /** More rows are on their way. */
  isFilling: boolean;
  onMore: () => void;
  onAll: () => void;
}

/** How many articles there are to see, and the way to more of them. */
export function ListEnd({ shown, total, isFinding, isFilling, onMore, onAll }: ListEndProps) {
  const { t } = useTranslation('products');
  const counts = { shown: formatCount(shown), total: formatCount(total) };
  return (
    <div className="list-end">
      <span role="status">
        {isFinding
          ? isFilling
            ? t('find.filling')
            : t('find.found', { count: shown, ...counts })
          : t('shown', counts)}
      </span>
      {!isFinding && shown < total && (
        <>
          <Button
            text={t('showMore', { count: Math.min(pageSize, total - shown) })}
            loading={isFilling}
            onClick={onMore}
          />
          <Button variant="minimal" text={t('showAll')} disabled={isFilling} onClick={onAll} />
        </>
      )}
    </div>
  );
}

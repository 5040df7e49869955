import { Button, Classes } from '@blueprintjs/core';
import { Time } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { CartRow, CartSubRow } from '#shared/schemas/cart.ts';
import { failureText } from '../../../../components/feedback/failure-notice.tsx';
import { useExpectedTexts } from '../../../../components/hooks/use-expected-texts.ts';
import { formatCount } from '../../../../i18n/formats.ts';
import { writtenFactor } from '../../../market/why/fraction.ts';
import type { Item } from './items.ts';

interface CartLineProps {
  item: Exclude<Item, { kind: 'row' }>;
  place: number;
  columns: number;
  /** How many of them were chosen. */
  beside: number;
  canEdit: boolean;
  isTabStop: boolean;
  onInstead: (row: CartRow) => void;
}

/** What stands below a row: that it comes late, or the articles behind it. */
export function CartLine({ item, place, columns, beside, ...props }: CartLineProps) {
  const { t } = useTranslation('cart');
  const { t: portal } = useTranslation();
  const common = { 'data-place': place, 'data-gtin': item.row.gtin, 'aria-rowindex': place + 2 };
  if (item.kind === 'article') {
    const { article } = item;
    return (
      <tr {...common} className="cart-table__article">
        <th scope="row">
          <span className="cart-table__behind">
            <span className="dense__name" title={article.description}>
              {article.description}
            </span>
            {article.manufacturer && <span className="note cart-table__pack">{article.manufacturer}</span>}
          </span>
        </th>
        <td colSpan={columns - beside - 6} />
        <td title={packFactor(article)}>{formatCount(article.qty)}</td>
        <td colSpan={beside + 4} />
      </tr>
    );
  }
  return (
    <tr {...common} className="cart-table__line">
      <td colSpan={columns}>
        <div className="row row--tight cart-table__note" data-kind={item.kind}>
          {item.kind === 'late' && <Late row={item.row} {...props} />}
          {item.kind === 'loading' && <span className={Classes.SKELETON}>{t('row.loading')}</span>}
          {item.kind === 'failed' && <span role="alert">{failureText(item.error, portal)}</span>}
        </div>
      </td>
    </tr>
  );

  function packFactor({ packFactor: factor }: CartSubRow): string | undefined {
    return factor === 1 ? undefined : t('row.packFactor', { factor: writtenFactor(factor) });
  }
}

function Late({
  row,
  canEdit,
  isTabStop,
  onInstead,
}: Pick<CartLineProps, 'canEdit' | 'isTabStop' | 'onInstead'> & { row: CartRow }) {
  const { t } = useTranslation('cart');
  const expected = useExpectedTexts();
  const next = row.nextAlternativeProductName;
  const said = { delivery: row.deliverability, week: row.deliverabilityWeek };
  return (
    <>
      <Time size={14} />
      <span title={expected.days(said)}>
        {row.deliverability ? t('late.expected', { expected: expected.sentence(said) }) : t('late.unknown')}
        {next === null && ` ${t('late.none')}`}
      </span>
      {next !== null &&
        (canEdit ? (
          <Button
            size="small"
            variant="outlined"
            data-control="instead"
            tabIndex={isTabStop ? 0 : -1}
            text={t('late.instead', { name: next })}
            onClick={() => onInstead(row)}
          />
        ) : (
          <span>{t('late.next', { name: next })}</span>
        ))}
    </>
  );
}

import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Barcode, CaretDown, Download, Th } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { product } from '#analytics/views/product.ts';
import { parametersOf } from '../../../api/views.ts';
import { writeChoice } from '../../../choice/address.ts';
import { splitColumns } from './column-options.ts';
import type { ProductChoice } from './products-queries.ts';

interface DownloadMenuProps {
  /** With what is looked for. */
  choice: ProductChoice & { find: string[] };
  isUnderWay: boolean;
  onDownload: (query: URLSearchParams) => void;
}

/** The list as a workbook: as it is shown, the same with barcodes of either side, or all that there is. */
export function DownloadMenu({ choice, isUnderWay, onDownload }: DownloadMenuProps) {
  const { t } = useTranslation('products');
  const menu = (
    <Menu aria-label={t('download.button')}>
      <MenuItem icon={<Download />} text={t('download.shown')} onClick={() => onDownload(shown(null))} />
      <MenuItem
        icon={<Barcode />}
        text={t('download.barcodeOfAlternative')}
        onClick={() => onDownload(shown('alternative'))}
      />
      <MenuItem
        icon={<Barcode />}
        text={t('download.barcodeOfArticle')}
        onClick={() => onDownload(shown('article'))}
      />
      <MenuItem icon={<Th />} text={t('download.everything')} onClick={() => onDownload(everything())} />
    </Menu>
  );

  return (
    <PopoverNext
      content={menu}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      shouldReturnFocusOnClose
    >
      <Button
        variant="outlined"
        icon={<Download />}
        endIcon={<CaretDown />}
        text={t('download.button')}
        // Its text is hidden while it turns.
        aria-label={t('download.button')}
        disabled={isUnderWay}
        loading={isUnderWay}
      />
    </PopoverNext>
  );

  function shown(barcode: 'alternative' | 'article' | null): URLSearchParams {
    const asked = product.parameters.parse(parametersOf(product, choice));
    const query = writeChoice(product.parameters, asked);
    const columns = splitColumns(choice.columns);
    for (const column of columns.length > 0 ? columns : ['none']) query.append('columns', column);
    query.set('barcode', String(barcode !== null));
    if (barcode) query.set('barcodeOf', barcode);
    return query;
  }

  /** In the order of the page. */
  function everything(): URLSearchParams {
    return new URLSearchParams({ sortBy: choice.sortBy, barcode: 'false' });
  }
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parseFraction, toNumber } from '#shared/cart-quantity.ts';
import type { CartChange } from '#shared/schemas/cart.ts';
import { wholesalersQuery } from '../../../../api/wholesalers.ts';
import { formatDate } from '../../../../i18n/formats.ts';
import { writeMultiplier } from '../settings/multiplier.ts';
import { formatPacks } from '../table/formats.ts';

const fields = [
  'visible',
  'multiplier',
  'deliveryDate',
  'wholesaler',
  'deliveryType',
  'signatureName',
  'signature',
] as const;
type Field = (typeof fields)[number];
type Value = string | number | boolean | null;

/** Says in words what changes of a cart are. */
export function useChangeTexts() {
  const { t } = useTranslation('cart');
  const { data: wholesalers } = useQuery(wholesalersQuery);

  function value(field: Field, given: Value): string {
    if (field === 'signature') return t(given === null ? 'signature.none' : 'log.signed');
    if (given === null || given === '') return '–';
    if (field === 'visible') return t(given ? 'log.yes' : 'log.no');
    if (field === 'multiplier') return `× ${writeMultiplier(toNumber(parseFraction(String(given))))}`;
    if (field === 'deliveryDate') return formatDate(String(given));
    if (field === 'deliveryType') return t(`deliveryType.${given as 'Barcode' | 'TransferOrder'}`);
    if (field === 'wholesaler') {
      return wholesalers?.find(({ wholesalerID }) => wholesalerID === given)?.wholesalerName ?? String(given);
    }
    return String(given);
  }

  return {
    kind({ kind, rowCount }: CartChange): string {
      return t(`log.kind.${kind}`, { count: rowCount });
    },
    row({ productDescription, old, new: next }: CartChange['rows'][number]): string {
      return t('log.row', { name: productDescription, old: quantity(old), next: quantity(next) });
    },
    header(header: CartChange['header']): string[] {
      return fields.flatMap((field) => {
        const change = header[field];
        if (!change) return [];
        const [old, next] = change;
        return [
          t('log.field', {
            field: t(`log.header.${field}`),
            old: value(field, old),
            next: value(field, next),
          }),
        ];
      });
    },
  };
}

function quantity(exact: string): string {
  return formatPacks(toNumber(parseFraction(exact)));
}

import { Button } from '@blueprintjs/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { parseFraction, toNumber } from '#shared/cart-quantity.ts';
import type { CartChange } from '#shared/schemas/cart.ts';
import { requestJson } from '../../../../api/client.ts';
import { wholesalersQuery } from '../../../../api/wholesalers.ts';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { formatDate, formatDateAndTime, formatPacks } from '../../../../i18n/formats.ts';
import { cartPath } from '../cart-queries.ts';
import { writeMultiplier } from '../quantity.ts';

interface LogDialogProps {
  directLinkId: string;
  cartKey: string;
  onClose: () => void;
}

const page = 50;

/** More rows of one change are only counted. */
const mostRows = 8;

/** Who changed what of a cart, and when. */
export default function LogDialog({ directLinkId, cartKey, onClose }: LogDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const texts = useChangeTexts();
  const log = useInfiniteQuery({
    queryKey: ['cart-log', directLinkId, cartKey],
    queryFn: ({ pageParam, signal }) =>
      requestJson<CartChange[]>(`${cartPath(directLinkId, cartKey)}/log`, {
        query: { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < page ? undefined : last.at(-1)?.change),
    gcTime: 0,
    staleTime: 0,
  });
  const changes = log.data?.pages.flat() ?? [];
  return (
    <PortalDialog
      wide
      title={t('cart:log.title')}
      onClose={onClose}
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {log.isError && <FailureNotice error={log.error} onRetry={log.refetch} />}
      {log.isPending && <p role="status">{t('cart:loading')}</p>}
      {log.isSuccess && changes.length === 0 && <p>{t('cart:log.none')}</p>}
      <ol className="plain-list cart-log">
        {changes.map((change) => (
          <li key={change.change} data-state={change.state}>
            <p className="note">
              {formatDateAndTime(change.at)} · {change.by ?? t('cart:log.nobody')}
            </p>
            <p>
              {texts.kind(change)}
              {change.state === 'undone' && ` (${t('cart:log.undone')})`}
            </p>
            {change.rowCount <= mostRows ? (
              <ul>
                {change.rows.map((row) => (
                  <li key={row.gtin}>{texts.row(row)}</li>
                ))}
              </ul>
            ) : (
              // What other changes are called says how many.
              (change.kind === 'undo' || change.kind === 'redo') && (
                <ul>
                  <li>{t('cart:log.kind.row', { count: change.rowCount })}</li>
                </ul>
              )
            )}
            <ul>
              {texts.header(change.header).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <Button
          text={t('cart:log.more')}
          loading={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        />
      )}
    </PortalDialog>
  );
}

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
function useChangeTexts() {
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

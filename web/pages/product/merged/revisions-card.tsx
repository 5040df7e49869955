import { Button, Card, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { revisionsQuery } from '../../../api/merged-products.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { useAddress } from '../../../components/navigation/use-address.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { useHeldItem } from '../../../components/tables/use-held-item.ts';
import { formatCount, formatDate } from '../../../i18n/formats.ts';

const GoBackDialog = lazyComponent(() => import('./go-back-dialog.tsx'));
const FIRST = 10;

/** What was published, and going back to it. */
export function RevisionsCard({ current }: { current: number }) {
  const { t } = useTranslation('merged');
  const revisions = useQuery(revisionsQuery);
  const { parameters, go } = useAddress();
  const [asked, close] = useDialog('back');
  const all = parameters.get('revisions') === 'all';
  const shown = revisions.data?.slice(0, all ? undefined : FIRST);
  const chosen = useHeldItem(
    asked,
    revisions.data?.find((each) => String(each.revision) === asked && !each.current),
  );
  return (
    <Card className="stack gap-4 product-page__card">
      <h2>{t('revisions.title')}</h2>
      {revisions.isError && (
        <FailureNotice intent="warning" error={revisions.error} onRetry={revisions.refetch} />
      )}
      {revisions.isPending && (
        <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
      )}
      {shown && (
        <ScrollingTable label={t('revisions.title')}>
          <thead>
            <tr>
              <th scope="col">{t('current.revision')}</th>
              <th scope="col">{t('revisions.published')}</th>
              <th scope="col" data-text>
                {t('current.publishedBy')}
              </th>
              <th scope="col">{t('priceDate')}</th>
              <th scope="col">{t('current.products')}</th>
              <th scope="col" data-text>
                {t('revisions.action')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <tr key={each.revision}>
                <th scope="row">{each.revision}</th>
                <td>{formatDate(each.publishedAt)}</td>
                <td data-text>{each.publishedBy || t('current.byItself')}</td>
                <td>{formatDate(each.pricesOf)}</td>
                <td>{formatCount(each.products)}</td>
                <td data-text>
                  {each.revision === current ? (
                    <Tag intent="success">{t('revisions.current')}</Tag>
                  ) : (
                    <Button
                      variant="outlined"
                      size="small"
                      text={t('revisions.back')}
                      aria-label={t('revisions.backTo', { revision: each.revision })}
                      onClick={() => openDialog('back', String(each.revision))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
      {!all && (revisions.data?.length ?? 0) > FIRST && (
        <Button variant="outlined" text={t('revisions.all')} onClick={() => go({ revisions: 'all' })} />
      )}
      {chosen && (
        <LazyDialog onClose={close}>
          <GoBackDialog revision={chosen} current={current} onClose={close} />
        </LazyDialog>
      )}
    </Card>
  );
}

import { Callout, Card } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { CatalogueRevision } from '../../../api/merged-products.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { daysSince } from '../../../i18n/days-since.ts';
import { formatCount, formatDate } from '../../../i18n/formats.ts';

interface CurrentCatalogueProps {
  current: CatalogueRevision | null;
  outdated: boolean;
}

/** What every figure is reckoned with now. */
export function CurrentCatalogue({ current, outdated }: CurrentCatalogueProps) {
  const { t } = useTranslation('merged');
  return (
    <Card className="product-page__card">
      <h2>{t('current.title')}</h2>
      {!current && <p role="status">{t('current.none')}</p>}
      {outdated && <Callout intent="primary">{t('current.outdated')}</Callout>}
      {current && (
        <>
          <dl className="product-page__facts">
            <dt>{t('current.revision')}</dt>
            <dd>{current.revision}</dd>
            <dt>{t('current.since')}</dt>
            <dd>{formatDate(current.since)}</dd>
            <dt>{t('current.publishedBy')}</dt>
            <dd>{current.publishedBy || t('current.byItself')}</dd>
            <dt>{t('priceDate')}</dt>
            <dd>
              {formatDate(current.pricesOf)}
              {current.pricesOf && (
                <> ({t('current.age', { count: Math.max(0, daysSince(current.pricesOf)) })})</>
              )}
            </dd>
            <dt>{t('builtFor')}</dt>
            <dd>{formatDate(current.priceDate)}</dd>
            <dt>{t('current.products')}</dt>
            <dd>{formatCount(current.products)}</dd>
          </dl>
          {current.builtFrom ? (
            <ScrollingTable label={t('current.builtFrom')}>
              <thead>
                <tr>
                  <th scope="col" data-text>
                    {t('current.builtFrom')}
                  </th>
                  <th scope="col" data-text>
                    {t('files.fileName')}
                  </th>
                  <th scope="col">{t('files.version')}</th>
                  <th scope="col">{t('files.date')}</th>
                </tr>
              </thead>
              <tbody>
                {current.builtFrom.map((file) => (
                  <tr key={file.key}>
                    <th scope="row" data-text>
                      {t(`file.${file.key}`)}
                    </th>
                    <td data-text>{file.fileName}</td>
                    <td>{file.versionId}</td>
                    <td>{formatDate(file.date)}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollingTable>
          ) : (
            <p className="product-page__soft">{t('current.fromCsv')}</p>
          )}
        </>
      )}
    </Card>
  );
}

import { Card, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProductInformation, productPricesQuery } from '../../../api/products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useExpectedTexts } from '../../../components/hooks/use-expected-texts.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import { PlotFigure } from '../../dashboard/charts/plot-figure.tsx';
import { columns } from '../columns.ts';
import { shownValue } from '../merged/difference-row.tsx';
import { pricesPlot } from './prices-plot.ts';

/** What the current catalogue knows of a product, and what else stands about it. */
export function FoundProduct({ product }: { product: ProductInformation }) {
  const { t } = useTranslation('merged');
  const expected = useExpectedTexts();
  const { gtin, toCome, episodes, focusGroups, samePharmacode } = product;
  return (
    <>
      <Card className="stack gap-4 product-page__card">
        <h2>{product.description}</h2>
        <p className="row gap-3 row--end product-page__actions">
          <span>{gtin}</span>
          {product.provider && <Tag intent="primary">{t('lookUp.provider')}</Tag>}
          {product.exclusive && <Tag intent="success">{t('lookUp.exclusive')}</Tag>}
        </p>
        <p className="note">
          {t('lookUp.revision', { revision: product.revision, date: formatDate(product.priceDate) })}
        </p>
        {samePharmacode.length > 0 && (
          <p>{t('lookUp.samePharmacode', { gtins: samePharmacode.join(', ') })}</p>
        )}
        <ProductFields product={product} />
        {toCome.length > 0 && (
          <>
            <h3>{t('lists.toCome')}</h3>
            <ul>
              {toCome.map(({ column, value, from }) => (
                <li key={`${column} ${from}`}>
                  {t('lookUp.from', {
                    field: t(`field.${column as 'sl'}`),
                    value: shownValue(column, value, t),
                    date: formatDate(from),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      <Card className="stack gap-4 product-page__card">
        <h2>{t('history.title')}</h2>
        <PriceHistory gtin={gtin} />
      </Card>
      {(['alternatives', 'alternativeTo'] as const).map((direction) => (
        <Card key={direction} className="stack gap-4 product-page__card">
          <h2>{t(`lookUp.${direction}`)}</h2>
          {product[direction].length === 0 ? (
            <p>{t('lookUp.noneOfThem')}</p>
          ) : (
            <ScrollingTable label={t(`lookUp.${direction}`)}>
              <thead>
                <tr>
                  <th scope="col" data-text>
                    {t('column.description')}
                  </th>
                  <th scope="col">{t('lookUp.rank')}</th>
                  <th scope="col">{t('field.exFactoryPrice')}</th>
                </tr>
              </thead>
              <tbody>
                {product[direction].map((each) => (
                  <tr key={each.gtin}>
                    <th scope="row" data-text>
                      <Link to={`/product?tab=look-up&product=${each.gtin}`}>{each.description}</Link>
                      <div className="note">{[each.gtin, each.manufacturer].filter(Boolean).join(' · ')}</div>
                    </th>
                    <td>{each.rank}</td>
                    <td>{formatAmount(each.exFactoryPrice)}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollingTable>
          )}
        </Card>
      ))}
      <Card className="stack gap-4 product-page__card">
        <h2>{t('lookUp.episodes')}</h2>
        {episodes.length === 0 && <p>{t('lookUp.noneOfThem')}</p>}
        {episodes.length > 0 && (
          <ScrollingTable label={t('lookUp.episodes')}>
            <thead>
              <tr>
                <th scope="col" data-text>
                  {t('column.from')}
                </th>
                <th scope="col">{t('lookUp.reportedOn')}</th>
                <th scope="col">{t('lookUp.expected')}</th>
                <th scope="col">{t('lookUp.back')}</th>
                <th scope="col" data-text>
                  {t('lookUp.status')}
                </th>
              </tr>
            </thead>
            <tbody>
              {episodes.map((each) => (
                <tr key={`${each.source} ${each.reportedOn}`}>
                  <th scope="row" data-text>
                    {each.source}
                  </th>
                  <td>{formatDate(each.reportedOn)}</td>
                  <td title={expected.days(saidIn(each))}>{expectedIn(each)}</td>
                  <td>
                    {each.backInStockOn
                      ? formatDate(each.backInStockOn)
                      : each.sourceEndedOn
                        ? t('lookUp.sourceEnded', { date: formatDate(each.sourceEndedOn) })
                        : t('lookUp.open')}
                  </td>
                  <td data-text>{[each.status, each.comment].filter(Boolean).join(', ') || '–'}</td>
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
        )}
        <h3>{t('lookUp.focusGroups')}</h3>
        <p>{focusGroups.join(', ') || t('lookUp.noneOfThem')}</p>
      </Card>
    </>
  );

  /** Of an episode that is over, what was expected stays a day or a week. */
  function expectedIn(episode: Episode): string {
    const said = saidIn(episode);
    return (episode.backInStockOn ? expected.when(said) : expected.value(said)) || '–';
  }
}

type Episode = ProductInformation['episodes'][number];

function saidIn({ expectedDelivery, expectedWeek, listDate }: Episode) {
  return { delivery: expectedDelivery, week: expectedWeek, list: listDate };
}

/** The prices of a product over the published catalogues: a small chart, and the same as a table. */
function PriceHistory({ gtin }: { gtin: string }) {
  const { t } = useTranslation('merged');
  const prices = useQuery(productPricesQuery(gtin));
  const { data } = prices;
  const options = useMemo(
    () => (width: number) =>
      pricesPlot(data ?? [], { width, exFactory: t('field.exFactoryPrice'), public: t('field.publicPrice') }),
    [data, t],
  );
  if (prices.isError) {
    return <FailureNotice intent="warning" error={prices.error} onRetry={prices.refetch} />;
  }
  if (!data) {
    return (
      <div className="bp6-skeleton" style={{ minHeight: 180 }} role="status" aria-label={t('loading')} />
    );
  }
  return (
    <>
      <p className="row gap-4 row--top product-page__legend" aria-hidden="true">
        <span data-price="exFactory">{t('field.exFactoryPrice')}</span>
        <span data-price="public">{t('field.publicPrice')}</span>
      </p>
      <PlotFigure options={options} height={180} />
      <ScrollingTable label={t('history.title')}>
        <thead>
          <tr>
            <th scope="col">{t('current.revision')}</th>
            <th scope="col">{t('priceDate')}</th>
            <th scope="col">{t('field.exFactoryPrice')}</th>
            <th scope="col">{t('field.publicPrice')}</th>
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map((each) => (
            <tr key={each.revision}>
              <th scope="row">{each.revision}</th>
              <td>{formatDate(each.priceDate)}</td>
              <td>{formatAmount(each.exFactoryPrice)}</td>
              <td>{formatAmount(each.publicPrice)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </>
  );
}

/** Each field with the file that says it, and what others say. */
function ProductFields({ product }: { product: ProductInformation }) {
  const { t } = useTranslation('merged');
  const fileOf = (key: string | null) => product.files.find((file) => file.key === key);
  return (
    <ScrollingTable label={t('lookUp.fields')}>
      <thead>
        <tr>
          <th scope="col" data-text>
            {t('column.field')}
          </th>
          <th scope="col" data-text>
            {t('lookUp.value')}
          </th>
          <th scope="col" data-text>
            {t('column.from')}
          </th>
          <th scope="col" data-text>
            {t('files.fileName')}
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => {
          const field = product.fields.find((each) => each.column === column);
          if (!field) return null;
          const file = fileOf(field.from);
          const text = column === 'packSize' && product.packSizeText !== field.value && product.packSizeText;
          return (
            <tr key={column}>
              <th scope="row" data-text>
                {t(`field.${column}`)}
              </th>
              <td data-text>
                {shownValue(column, field.value, t)}
                {text && ` (${text})`}
                {field.lost.length > 0 && (
                  <ul className="plain-list note product-page__lost">
                    {field.lost.map((each) => (
                      <li key={`${each.from} ${each.value}`}>
                        {t('lookUp.lost', {
                          source: t(`file.${each.from}`),
                          value: shownValue(column, each.value, t),
                        })}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              <td data-text>{field.from ? t(`file.${field.from}`) : '–'}</td>
              <td data-text>
                {file
                  ? t('lookUp.file', {
                      name: file.fileName,
                      version: file.versionId,
                      date: formatDate(file.date),
                    })
                  : '–'}
              </td>
            </tr>
          );
        })}
      </tbody>
    </ScrollingTable>
  );
}

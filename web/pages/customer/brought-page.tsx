import { Button, SegmentedControl } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';
import type { Brought, BroughtOf } from '#shared/schemas/customer-page.ts';
import { isNotFound, requestJson } from '../../api/client.ts';
import { DownloadButton } from '../../components/feedback/download-button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { NotFound } from '../../components/feedback/page-message.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import type { ListColumn } from '../../components/tables/list-columns.ts';
import { ListTable } from '../../components/tables/list-table.tsx';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDateAndTime,
  formatTimeRange,
} from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import { useAddressValues } from '../../url-state/use-address-values.ts';
import './customer-page.css';

type Result = Brought['results'][number];
type Product = Result['products'][number];

type FigureKey =
  | keyof Pick<Product, 'packsBought' | 'otherPacks' | 'competitorPacks'>
  | keyof Pick<Result, 'bought' | 'competitor' | 'turnoverPerYear' | 'competitorTurnoverPerYear'>
  | 'neither';

/** Figures that products can be in the order of, the largest first. */
const sortable = [
  'packsOrdered',
  'packsBought',
  'turnoverPerYear',
  'otherPacks',
  'competitorPacks',
  'competitorTurnoverPerYear',
] as const satisfies readonly (keyof Product)[];

/** As they were ordered, the newest order first. */
const asOrdered = 'product';

const states = ['bought', 'competitor', 'neither'] as const;

/** What the orders of a customer brought, or what scenarios proposed, by statistic, and product by product of the chosen one. */
export function Component() {
  const { t } = useTranslation('customer');
  const { number = '' } = useParams();
  const path = `/customers/${encodeURIComponent(number)}/brought`;
  const [parameters, choose] = useAddressValues();
  const of = parameters.get('of') === 'scenarios' ? 'scenarios' : 'orders';
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['customer-brought', number, of],
    queryFn: ({ signal }) => requestJson<Brought>(path, { query: { of }, signal }),
    staleTime: 0,
  });
  if (isNotFound(error)) return <NotFound />;
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  const title = t(`brought.${of}.title`);
  const name = data && (data.name ?? t('unnamed'));
  return (
    <article className="customer" aria-busy={isPending}>
      <PageHeader
        title={title}
        documentTitle={name && labelled(title, name)}
        facts={[
          <Link key="customer" to={`/customer/${encodeURIComponent(number)}`}>
            {name ?? '…'}
          </Link>,
          t('number', { number }),
        ]}
      />
      <div className="row gap-3 row--apart customer__choices">
        <SegmentedControl
          aria-label={t('brought.of')}
          value={of}
          options={(['orders', 'scenarios'] as const).map((value) => ({
            value,
            label: t(`brought.${value}.choice`),
          }))}
          onValueChange={(value) => choose('of', value === 'orders' ? '' : value)}
        />
      </div>
      {isPending && <p role="status">{t('brought.loading')}</p>}
      {data?.results.length === 0 && <p>{t(`brought.${of}.none`)}</p>}
      {data && data.results.length > 0 && <Results results={data.results} of={of} path={path} />}
      {data && (
        <details className="customer__explained">
          <summary>{t('brought.how')}</summary>
          <p className="note customer__note customer__rules">{t('brought.rules')}</p>
        </details>
      )}
    </article>
  );
}

interface ResultsProps {
  results: readonly Result[];
  of: BroughtOf;
  path: string;
}

function Results({ results, of, path }: ResultsProps) {
  const { t } = useTranslation(['customer', 'portal']);
  const [parameters, choose] = useAddressValues();
  const periodOf = disambiguateLabels(
    results,
    ({ statistic }) => formatTimeRange(statistic),
    ({ statistic: { importDate } }) => t('portal:nav.uploadedOn', { date: formatDateAndTime(importDate) }),
  );
  const asked = parameters.get('statistic');
  const chosen = results.find(({ statistic }) => statistic.directLinkId === asked) ?? results[0]!;
  const state = states.find((each) => each === parameters.get('state')) ?? '';
  const sort = sortable.find((each) => each === parameters.get('sort'));
  const found = chosen.products.filter((product) => state === '' || product.state === state);
  const products = sort ? found.toSorted((one, other) => (other[sort] ?? -1) - (one[sort] ?? -1)) : found;

  const column = <Row,>(key: FigureKey, cell: (row: Row) => string): ListColumn<Row> => ({
    key,
    kind: 'figure',
    heading: t(`brought.column.${key}`),
    cell,
  });
  /** That is called otherwise of scenarios than of orders. */
  const columnOf = <Row,>(
    key: 'packsOrdered' | 'sourceCount' | 'ordered',
    cell: (row: Row) => string,
  ): ListColumn<Row> => ({ key, kind: 'figure', heading: t(`brought.${of}.column.${key}`), cell });
  const sums: ListColumn<Result>[] = [
    {
      key: 'statistic',
      kind: 'name',
      heading: t('brought.column.statistic'),
      cell: (result) => (
        <Button
          variant="minimal"
          size="small"
          active={result === chosen}
          aria-pressed={result === chosen}
          text={periodOf(result)}
          onClick={() => choose('statistic', result.statistic.directLinkId)}
        />
      ),
    },
    columnOf('sourceCount', ({ sources }) => formatCount(sources.length)),
    columnOf('ordered', ({ ordered }) => formatCount(ordered)),
    column('bought', ({ bought }) => formatCount(bought)),
    column('competitor', ({ competitor }) => formatCount(competitor)),
    column('neither', ({ ordered, bought, competitor }) => formatCount(ordered - bought - competitor)),
    column('turnoverPerYear', ({ turnoverPerYear }) => formatAmount(turnoverPerYear)),
    column('competitorTurnoverPerYear', (result) => formatAmount(result.competitorTurnoverPerYear)),
  ];
  const rows: ListColumn<Product>[] = [
    {
      key: 'product',
      kind: 'name',
      order: asOrdered,
      sorted: 'descending',
      heading: t('brought.column.product'),
      cell: ({ productDescription }) => productDescription,
    },
    {
      key: 'state',
      kind: 'text',
      heading: t('brought.column.state'),
      cell: (product) => t(`lastOrder.state.${product.state}`),
    },
    ...sortable.map((key) => {
      const cell = (product: Product) =>
        key.endsWith('PerYear') ? formatAmount(product[key]) : formatCount(product[key]);
      return { ...(key === 'packsOrdered' ? columnOf(key, cell) : column(key, cell)), order: key };
    }),
    {
      key: 'sources',
      kind: 'text',
      heading: t(`brought.${of}.column.sources`),
      cell: ({ sources }) => (
        <span className="customer__sources">
          {chosen.sources
            .filter(({ id }) => sources.includes(id))
            .map(({ name, madeAt }) => (of === 'orders' ? name : `${name}, ${formatDate(madeAt)}`))
            .join(', ')}
        </span>
      ),
    },
  ];
  return (
    <>
      <h2>{t('brought.sums')}</h2>
      <ListTable
        label={t('brought.sums')}
        columns={sums}
        rows={results}
        keyOf={({ statistic }) => statistic.directLinkId}
        totals={[]}
        isStale={false}
      />
      <h2>
        {t(`brought.${of}.products`)},{' '}
        <Link to={`/dashboard/${chosen.statistic.directLinkId}`}>
          {t('timeline.statistic', { period: periodOf(chosen) })}
        </Link>
      </h2>
      {chosen.beginsBefore && <p className="note customer__note">{t(`brought.${of}.beginsBefore`)}</p>}
      {chosen.withoutPrice > 0 && (
        <p className="note customer__note">
          {t('lastOrder.withoutPrice', {
            count: chosen.withoutPrice,
            products: formatCount(chosen.withoutPrice),
          })}
        </p>
      )}
      <div className="row gap-3 row--apart customer__choices">
        <SegmentedControl
          aria-label={t('brought.show')}
          value={state}
          options={[
            { value: '', label: t('brought.everything') },
            ...states.map((each) => ({ value: each, label: t(`lastOrder.state.${each}`) })),
          ]}
          onValueChange={(value) => choose('state', value)}
        />
        <DownloadButton
          path={`${path}/excel`}
          query={{ of }}
          text={t('brought.excel')}
          label={t('brought.download')}
        />
      </div>
      <ListTable
        label={t(`brought.${of}.products`)}
        columns={rows}
        order={{
          current: sort ?? asOrdered,
          onChoose: (order) => choose('sort', order === asOrdered ? '' : order),
        }}
        rows={products}
        keyOf={({ gtin }) => gtin}
        totals={[]}
        isStale={false}
      />
    </>
  );
}

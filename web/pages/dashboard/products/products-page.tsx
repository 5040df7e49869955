import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Barcode, CaretDown, Cross, Download, FilterRemove, Reset, Th } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { product, productTotals } from '#analytics/views/product.ts';
import { type GroupingName, type GroupingOption, groupingNames, groupings } from '#shared/groupings.ts';
import { sessionQuery } from '../../../api/session.ts';
import { parametersOf, type RowOf } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { FindField } from '../../../components/tables/find-field.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { writeChoice } from '../../../url-state/address.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { type FilterChoice, filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { focusToolbar, SortPopover } from '../filter/toolbar.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { Trail } from '../layout/trail.tsx';
import { useMemberColumns } from '../members/member-columns.tsx';
import { BadgeLegend } from './badge-legend.tsx';
import { columnOptions, joinColumns, splitColumns } from './column-options.ts';
import { ColumnsPopover } from './columns-popover.tsx';
import { type ProductChoice, pageSize, productsPage } from './products-queries.ts';
import { ProductsTable } from './products-table.tsx';
import { useBadgeTexts } from './use-badge-texts.ts';
import { useProducts } from './use-products.ts';
import '../filter/filter.css';

type Origin = Pick<ProductChoice, 'behind' | 'article' | 'setFind'>;

const groupingOf = Object.fromEntries(groupingNames.map((name) => [groupings[name].has, name])) as Record<
  GroupingOption,
  GroupingName
>;

const offer = filterOffer(productsPage.choice.schema);
const orders = productsPage.choice.schema.shape.sortBy.def.innerType.options;

/** Product analysis: every article bought, and what the provider offers instead. */
export function Component() {
  const { t } = useTranslation(['products', 'lists', 'filters']);
  const products = useProducts();
  const { directLinkId, choice, choose, isChanged, reset, totals, find } = products;
  const filters = useMemo(() => filtersOf(choice, offer), [choice]);
  const shown = useMemo(() => splitColumns(choice.columns), [choice.columns]);
  const texts = useBadgeTexts();
  const file = useMadeFile();
  const { data: user } = useQuery(sessionQuery);
  const byMember = useMemberColumns(directLinkId, product, choice, products.asked.find);
  const chooseFilters = (chosen: FilterChoice) => choose(chosen as Partial<ProductChoice>);
  const order = {
    current: choice.sortBy,
    onChoose: (sortBy: ProductChoice['sortBy']) => choose({ sortBy }),
  };
  const { columns: _columns, ...asked } = choice;
  const { totals: totalsQuestion } = listQuestions({ list: product, totals: productTotals }, products.asked);

  return (
    <article>
      <StatisticHeader
        directLinkId={directLinkId}
        title={t('title')}
        trail={<Trail directLinkId={directLinkId} page="products" filters={filters} />}
      />
      <FilterToolbar
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onFilter={chooseFilters}
        isChanged={isChanged}
        onReset={reset}
        otherChips={
          <OriginChips
            behind={choice.behind}
            article={choice.article}
            setFind={choice.setFind}
            onChange={choose}
          />
        }
      >
        <SortPopover orders={orders} {...order} />
        <ColumnsPopover
          options={columnOptions}
          shown={shown}
          onChange={(options) => choose({ columns: joinColumns(options) }, { replace: true })}
        />
        {byMember.choice}
        <DownloadMenu
          choice={products.asked}
          isUnderWay={file.isUnderWay}
          onDownload={(query) => file.start(`/statistics/${directLinkId}/download-excel/`, query)}
        />
        <FindField
          {...find}
          count={
            products.found && !products.isFilling && totals
              ? { found: products.count, total: totals.rowCount }
              : undefined
          }
        />
      </FilterToolbar>
      {file.isUnderWay && <MadeFileUnderWay onCancel={file.cancel} />}
      {file.error ? <FailureNotice error={file.error} /> : null}
      {content()}
    </article>
  );

  function content() {
    if (products.error) return <FailureNotice error={products.error} onRetry={products.retry} />;
    if (totals?.rowCount === 0) {
      return (
        <PageMessage
          heading="h2"
          icon={<FilterRemove size={36} />}
          title={t('lists:noInformation')}
          text={isChanged || products.isStale ? t('lists:empty.filtered') : t('lists:empty.none')}
          action={isChanged && <Button icon={<Reset />} text={t('filters:reset')} onClick={reset} />}
        />
      );
    }
    return (
      <>
        <ProductsTable
          directLinkId={directLinkId}
          label={t('title')}
          articles={products.articles}
          found={products.found}
          count={products.count}
          options={shown}
          byMember={byMember.columns}
          totals={products.shownTotals}
          totalsQuestion={totalsQuestion}
          order={order}
          listKey={JSON.stringify(asked)}
          isStale={products.isStale}
          canMatch={Boolean(user) && choice.behind.includes('unmatched')}
          texts={texts}
        />
        {products.articles && totals && (
          <ListEnd
            shown={products.count}
            total={totals.rowCount}
            isFinding={products.found !== null}
            isFilling={products.isFilling}
            onMore={products.showMore}
            onAll={products.showAll}
          />
        )}
        {products.shownTotals && <UnknownSums totals={products.shownTotals} />}
        <BadgeLegend label={t('legend')} texts={texts} />
      </>
    );
  }
}

/** What the totals do not contain, since a price is missing; nothing where all of it is known. */
function UnknownSums({ totals }: { totals: RowOf<typeof productTotals> }) {
  const { t } = useTranslation('products');
  const { withoutPrice, potentialsUnknown } = totals;
  const counted = (count: number) => ({ count, articles: formatCount(count) });
  const texts = [
    withoutPrice > 0 && t('unknown.withoutPrice', counted(withoutPrice)),
    potentialsUnknown > 0 && t('unknown.potentials', counted(potentialsUnknown)),
  ].filter(Boolean);
  return texts.length > 0 && <p className="note data-table__hint">{texts.join(' ')}</p>;
}

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
function ListEnd({ shown, total, isFinding, isFilling, onMore, onAll }: ListEndProps) {
  const { t } = useTranslation('products');
  const counts = { shown: formatCount(shown), total: formatCount(total) };
  return (
    <div className="row gap-3 list-end">
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

/** Of which figure the list shows the articles, where a figure led here; pressing one takes it away. */
function OriginChips({
  behind,
  article,
  setFind,
  onChange,
}: Origin & { onChange: (changed: Partial<Origin>) => void }) {
  const { t } = useTranslation(['products', 'filters', 'groups']);
  const { provider } = useProvider();
  const chips: { key: string; text: string; remove: () => void }[] = behind.map((value) => ({
    key: value,
    text: isGroupingOption(value)
      ? t(`groups:${groupingOf[value]}.behind`)
      : t(`behind.${value}`, { provider }),
    remove: () => onChange({ behind: behind.filter((each) => each !== value) }),
  }));
  if (article.length > 0) {
    chips.push({
      key: 'article',
      text: t('articles', { count: article.length }),
      remove: () => onChange({ article: [] }),
    });
  }
  if (setFind.length > 0) {
    chips.push({
      key: 'setFind',
      text: t('behind.setFind', { text: setFind.join(' ') }),
      remove: () => onChange({ setFind: [] }),
    });
  }
  return chips.map(({ key, text, remove }) => (
    <button
      key={key}
      type="button"
      className="chip"
      aria-label={t('filters:chip.remove', { text })}
      onClick={(event) => {
        focusToolbar(event.currentTarget);
        remove();
      }}
    >
      <span className="chip__text">{text}</span>
      <Cross size={14} />
    </button>
  ));
}

function isGroupingOption(value: string): value is GroupingOption {
  return Object.hasOwn(groupingOf, value);
}

interface DownloadMenuProps {
  /** With what is looked for. */
  choice: ProductChoice & { find: string[] };
  isUnderWay: boolean;
  onDownload: (query: URLSearchParams) => void;
}

/** The list as a workbook: as it is shown, the same with barcodes of either side, or all that there is. */
function DownloadMenu({ choice, isUnderWay, onDownload }: DownloadMenuProps) {
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

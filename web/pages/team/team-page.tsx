import { Button, HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, People } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroughtOf } from '#shared/schemas/customer-page.ts';
import type { Team, TeamBrought, TeamFigures } from '#shared/schemas/team.ts';
import { requestJson } from '../../api/client.ts';
import { portalQuery } from '../../api/portal.ts';
import { sessionQuery, type User } from '../../api/session.ts';
import { DownloadButton } from '../../components/feedback/download-button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { untilPublished } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useFirstYear, yearChoices } from '../../components/hooks/use-first-year.ts';
import { useKeptState } from '../../components/hooks/use-kept-state.ts';
import { useToday } from '../../components/hooks/use-today.ts';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import type { ListColumn } from '../../components/tables/list-columns.ts';
import { ListRow, ListTable } from '../../components/tables/list-table.tsx';
import { formatAmount, formatCount, formatMonth } from '../../i18n/formats.ts';
import { useAddressValues } from '../../url-state/use-address-values.ts';
import { ReportCard } from '../reports/report-card.tsx';
import '../reports/reports.css';
import './team-page.css';

/** While figures are being reckoned they are asked for so often. */
const RECKONING_MILLISECONDS = 30_000;

type Representative = Team['representatives'][number];
type Row = { head: ReactNode; figures: TeamFigures };
type Span = { from: string; to: string };

const figures = [
  'uploads',
  'customers',
  'potentialPerMonth',
  'notDeliverable',
  'notDeliverableReplaceable',
  'orders',
  'ordersSent',
  'orderValue',
  'orderedProducts',
  'boughtProducts',
  'competitorProducts',
  'turnoverPerYear',
  'openings',
] as const satisfies readonly (keyof TeamFigures)[];

/** What stands in smaller print below a figure; what has a heading and a row of its own in the workbook alone. */
const below = {
  notDeliverable: 'notDeliverableReplaceable',
  orders: 'ordersSent',
  boughtProducts: 'competitorProducts',
} as const satisfies Partial<Record<keyof TeamFigures, keyof TeamFigures>>;

const shown = figures.filter(
  (figure) => figure !== 'orderedProducts' && !Object.values<string>(below).includes(figure),
);

const amounts: readonly (keyof TeamFigures)[] = ['potentialPerMonth', 'orderValue', 'turnoverPerYear'];
const byName = 'representative';

/** What representatives did, by month, for whoever is above them or in their place. */
export function Component() {
  const { t } = useTranslation(['team', 'upload']);
  const { data: user } = useQuery(sessionQuery);
  const [parameters, choose] = useAddressValues();
  const today = useToday();
  const years = yearChoices(Number(today.slice(0, 4)), useFirstYear()).map(String);
  const period = years.find((year) => year === parameters.get('period')) ?? '';
  const span = spanOf(period, today);
  const { data, error, refetch, isPlaceholderData, isPending } = useQuery({
    queryKey: ['team', span],
    queryFn: ({ signal }) => requestJson<Team>('/team', { query: span, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      untilPublished(query) || (query.state.data?.current === false && RECKONING_MILLISECONDS),
    staleTime: 0,
  });

  function content() {
    if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
    if (data?.representatives.length === 0) {
      return <PageMessage heading="h2" icon={<People size={36} />} title={t('none')} />;
    }
    return (
      <>
        <TeamTable
          user={user}
          team={data}
          isStale={isPlaceholderData}
          sort={shown.find((figure) => figure === parameters.get('sort')) ?? byName}
          onSort={(sort) => choose('sort', sort === byName ? '' : sort)}
        />
        <LastOfEach span={span} />
        <Explained />
      </>
    );
  }

  return (
    <article className="team" aria-busy={isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')}>
        <p className="page-intro">{t('intro')}</p>
      </PageHeader>
      <div className="row gap-3 row--apart team__choices">
        <HTMLSelect
          aria-label={t('period')}
          value={period}
          options={[{ value: '', label: t('upload:form.lastMonths', { count: 12 }) }, ...years]}
          onChange={(event) => choose('period', event.currentTarget.value)}
        />
        <DownloadButton path="/team/excel" query={span} text={t('excel')} label={t('download')} />
      </div>
      <p className="team__note" role="status">
        {isPending && <span className="visually-hidden">{t('loading')}</span>}
        {data?.current === false && t('reckoned')}
      </p>
      {content()}
      {user && user.role !== 'Admin' && user.subordinates.length > 0 && <Tracking />}
    </article>
  );
}

/** The months of a year, or for '' this month and the eleven before. */
function spanOf(period: string, today: string): Span {
  if (period) return { from: `${period}-01`, to: `${period}-12` };
  const [year, month] = today.split('-') as [string, string];
  const isDecember = month === '12';
  const from = isDecember
    ? `${year}-01`
    : `${Number(year) - 1}-${String(Number(month) + 1).padStart(2, '0')}`;
  return { from, to: `${year}-${month}` };
}

interface TeamTableProps {
  user: User | null | undefined;
  /** undefined while it is loading. */
  team: Team | undefined;
  isStale: boolean;
  sort: keyof TeamFigures | typeof byName;
  onSort: (sort: string) => void;
}

const none: ReadonlySet<number | null> = new Set();

/** One row per representative, which opens to the months. */
function TeamTable({ user, team, isStale, sort, onSort }: TeamTableProps) {
  const { t } = useTranslation('team');
  const [opened, setOpened] = useKeptState('representatives', none);
  const columns: ListColumn<Row>[] = [
    {
      key: byName,
      kind: 'name',
      heading: t('column.representative'),
      order: byName,
      cell: ({ head }) => head,
    },
    ...shown.map((key) => ({
      key,
      kind: 'figure' as const,
      heading: t(key === 'boughtProducts' ? 'lastOrder' : `column.${key}`),
      order: key,
      cell: (row: Row) => <Figure figure={key} of={row.figures} />,
    })),
  ];

  function toggle(id: number | null) {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }

  return (
    <ListTable
      label={t('title')}
      columns={columns}
      order={{ current: sort, onChoose: onSort }}
      isStale={isStale}
      totals={
        team
          ? [
              {
                [byName]: t('total'),
                ...Object.fromEntries(
                  shown.map((key) => [key, <Figure key={key} figure={key} of={team.totals} />]),
                ),
              },
            ]
          : []
      }
    >
      {team &&
        sorted(team.representatives, sort).map((each) => (
          <Rows
            key={each.id}
            representative={each}
            columns={columns}
            sortedBy={sort}
            isOpen={opened.has(each.id)}
            onToggle={() => toggle(each.id)}
            // Of somebody with full data access the list of uploads knows no people to choose from.
            uploads={user?.role !== 'Admin' && user?.FullDataAccess ? each.name : each.id}
          />
        ))}
    </ListTable>
  );
}

/** A figure, and below it what is a part of it. */
function Figure({ figure, of }: { figure: keyof TeamFigures; of: TeamFigures }) {
  const { t } = useTranslation('team');
  const value = amounts.includes(figure) ? formatAmount(of[figure]) : formatCount(of[figure]);
  const part = figure in below ? below[figure as keyof typeof below] : undefined;
  const count = part && of[part];
  return (
    <>
      {figure === 'boughtProducts' && of.boughtProducts !== null
        ? t('boughtOf', { bought: value, ordered: formatCount(of.orderedProducts) })
        : value}
      {part && count ? (
        <span className="note team__part">{t(`part.${part}`, { count, part: formatCount(count) })}</span>
      ) : null}
    </>
  );
}

/** Figures downwards, what is not known last; they come by name. */
function sorted(rows: readonly Representative[], by: TeamTableProps['sort']): readonly Representative[] {
  return by === byName
    ? rows
    : rows.toSorted(
        (one, other) => (other[by] ?? Number.NEGATIVE_INFINITY) - (one[by] ?? Number.NEGATIVE_INFINITY) || 0,
      );
}

interface RowsProps {
  representative: Representative;
  columns: readonly ListColumn<Row>[];
  sortedBy: string;
  isOpen: boolean;
  onToggle: () => void;
  /** What the list of uploads finds theirs by. */
  uploads: string | number | null;
}

function Rows({ representative, columns, sortedBy, isOpen, onToggle, uploads }: RowsProps) {
  const { t } = useTranslation('team');
  const { id, months } = representative;
  const name = representative.name ?? t('nobody');
  const bodyId = `team-${id}`;
  const head = (
    <span className="row gap-1 row--tight team__name">
      {months.length > 0 ? (
        <Button
          variant="minimal"
          size="small"
          icon={isOpen ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={t(isOpen ? 'hide' : 'show', { name })}
          onClick={onToggle}
        />
      ) : (
        <span className="team__no-months" />
      )}
      {uploads === null ? (
        name
      ) : (
        <Link to={`/?user=${encodeURIComponent(uploads)}`} title={t('uploadsOf', { name })}>
          {name}
        </Link>
      )}
    </span>
  );
  return (
    <tbody id={bodyId} className="team__representative">
      <ListRow
        row={{ head, figures: representative }}
        columns={columns}
        sortedBy={sortedBy}
        headScope="rowgroup"
      />
      {isOpen &&
        months.map((each) => {
          const [year, month] = each.month.split('-').map(Number) as [number, number];
          return (
            <ListRow
              key={each.month}
              className="team__month"
              row={{ head: formatMonth(month, year), figures: each }}
              columns={columns}
              sortedBy={sortedBy}
            />
          );
        })}
    </tbody>
  );
}

/** What the last order of each customer brought, or the last scenario, asked for when it is opened. */
function LastOfEach({ span }: { span: Span }) {
  const { t } = useTranslation(['team', 'customer']);
  const [parameters, choose] = useAddressValues();
  const of = parameters.get('of') === 'scenarios' ? 'scenarios' : 'orders';
  const [isOpen, setOpen] = useState(of === 'scenarios');
  return (
    <details
      className="team__explained team__last"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('last.title')}</summary>
      <div className="row gap-3 row--apart team__choices">
        <SegmentedControl
          aria-label={t('customer:brought.of')}
          value={of}
          options={(['orders', 'scenarios'] as const).map((value) => ({
            value,
            label: t(`customer:brought.${value}.choice`),
          }))}
          onValueChange={(value) => choose('of', value === 'orders' ? '' : value)}
        />
      </div>
      {isOpen && <LastOf key={of} of={of} span={span} />}
    </details>
  );
}

function LastOf({ of, span }: { of: BroughtOf; span: Span }) {
  const { t } = useTranslation(['team', 'customer']);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['team-brought', span, of],
    queryFn: ({ signal }) => requestJson<TeamBrought[]>('/team/brought', { query: { ...span, of }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ orderedProducts }) => orderedProducts === null) && RECKONING_MILLISECONDS,
    staleTime: 0,
  });
  const columns: ListColumn<TeamBrought>[] = [
    {
      key: 'customer',
      kind: 'name',
      heading: t('column.customer'),
      cell: ({ customerExternalId, customerName }) => (
        <Link
          to={`/customer/${encodeURIComponent(customerExternalId)}/brought${of === 'orders' ? '' : `?of=${of}`}`}
        >
          {customerName ?? customerExternalId}
        </Link>
      ),
    },
    {
      key: 'representative',
      kind: 'text',
      heading: t('column.representative'),
      cell: ({ representative }) => representative ?? t('nobody'),
    },
    {
      key: 'made',
      kind: 'text',
      heading: t(`last.${of}.made`),
      cell: ({ name, month }) => (
        <span className="team__made">
          {name}, {month.slice(5)}.{month.slice(0, 4)}
        </span>
      ),
    },
    ...(['orderedProducts', 'boughtProducts', 'competitorProducts', 'turnoverPerYear'] as const).map(
      (key): ListColumn<TeamBrought> => ({
        key,
        kind: 'figure',
        heading: key === 'orderedProducts' ? t(`customer:brought.${of}.column.ordered`) : t(`column.${key}`),
        cell: (row) => (key === 'turnoverPerYear' ? formatAmount(row[key]) : formatCount(row[key])),
      }),
    ),
  ];
  return (
    <>
      <p className="team__note">{t(`last.${of}.intro`)}</p>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className="nothing">{t(`last.${of}.none`)}</p>}
      {data && data.length > 0 && (
        <ListTable
          label={t(`last.${of}.title`)}
          columns={columns}
          rows={data}
          keyOf={({ customerExternalId }) => customerExternalId}
          totals={[]}
          isStale={isPlaceholderData}
        />
      )}
    </>
  );
}

function Explained() {
  const { t } = useTranslation('team');
  return (
    <details className="team__explained">
      <summary>{t('how')}</summary>
      <dl>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`column.${figure}`)}</dt>
            <dd>{t(`meaning.${figure}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What administrators have among the reports, of one's people. */
function Tracking() {
  const { data: portal } = useQuery(portalQuery);
  return (
    <div className="team__report">
      <ReportCard report="Tracking" provider={portal?.providerName ?? ''} />
    </div>
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { AggregateTable } from '../aggregate/aggregate-table.tsx';
import { ComparableTable } from '../compare/comparable-table.tsx';
import { CompareSwitch } from '../compare/compare-switch.tsx';
import { FigureChoice } from '../compare/figure-choice.tsx';
import { useComparedFigure } from '../compare/use-compared.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { SingleChoice, Toolbar } from '../filter/toolbar.tsx';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { listPage } from '../list-page.ts';
import { useAtcName } from '../summary/use-atc-name.ts';
import { useListPage } from '../use-list-page.ts';

const potentialPage = listPage(turnoverPotentialView);
const figures = [
  'qtySum',
  'count',
  'efPreisSum',
  'pPreisSum',
  'turnoverPotentialSum',
  'customersGainSum',
] as const;
const groups = ['molecule', 'atc', 'manufacturer'] as const;

/** What could be turned over by molecule, ATC group or manufacturer. */
export function Component() {
  const { t } = useTranslation(['lists', 'groups']);
  const atcName = useAtcName();
  const list = useListPage(potentialPage);
  const { directLinkId, compared, choice, choose, consider, isChanged, reset, rows, totals, shown } = list;
  const [figure, chooseFigure] = useComparedFigure(figures, 'turnoverPotentialSum');
  const { groupField } = choice;
  const pathOf = useDashboardPath(directLinkId);

  const columns = useMemo(
    () =>
      figures.map((key) => ({
        key,
        heading: t(`potential.${key}`),
        format: key === 'qtySum' || key === 'count' ? formatCount : formatAmount,
      })),
    [t],
  );
  const nameOf = (name: string) => (groupField === 'atc' ? atcName(name) : name);
  const to = (name: string) => pathOf('products', { [groupField]: [name] });
  return (
    <article>
      <StatisticHeader directLinkId={directLinkId} title={t('potential.title')}>
        <CompareSwitch directLinkId={directLinkId} />
      </StatisticHeader>
      <Toolbar isChanged={isChanged} onReset={reset}>
        <SingleChoice
          label={t('potential.groupBy')}
          options={groups.map((value) => ({ value, text: t(`potential.group.${value}`) }))}
          current={groupField}
          onChoose={(chosen) => choose({ groupField: chosen })}
          onConsider={(considered) => consider({ groupField: considered })}
        />
        {compared && <FigureChoice figures={columns} current={figure} onChoose={chooseFigure} />}
      </Toolbar>
      <ListState {...{ rows, totals, isChanged }} onReset={reset} evenIfEmpty={compared !== null}>
        <ComparableTable
          {...{ directLinkId, compared, choice, nameOf, to }}
          page={potentialPage}
          label={t('potential.title')}
          nameHeading={t(`potential.group.${groupField}`)}
          unit={t(`groups:${groupField}.unit`)}
          column={columns.find(({ key }) => key === figure)!}
        >
          <AggregateTable
            label={t('potential.title')}
            nameHeading={t(`potential.group.${groupField}`)}
            columns={columns}
            firstOnPhones="turnoverPotentialSum"
            answer={shown.rows}
            keyColumn="name"
            {...{ nameOf, to }}
            totals={shown.totals}
            totalHeading={(count) =>
              count === undefined
                ? t('totalWaiting')
                : t('total', {
                    rows: formatCount(count),
                    unit: t(count === 1 ? `potential.group.${groupField}` : `groups:${groupField}.unit`),
                  })
            }
            isStale={rows.isPlaceholderData}
            questions={listQuestions(potentialPage, choice)}
          />
        </ComparableTable>
      </ListState>
    </article>
  );
}

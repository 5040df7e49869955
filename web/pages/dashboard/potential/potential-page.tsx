import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { useGerman } from '../../../i18n/use-german.ts';
import { AggregateTable } from '../aggregate/aggregate-table.tsx';
import { listQuestions } from '../explain/list-questions.ts';
import { SingleChoice } from '../filter/single-choice.tsx';
import { Toolbar } from '../filter/toolbar.tsx';
import { ListState } from '../layout/list-state.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { useDashboardPath } from '../layout/use-dashboard-path.ts';
import { useAtcName } from '../summary/use-atc-name.ts';
import { useListPage } from '../use-list-page.ts';
import { potentialPage } from './potential-queries.ts';

const groups = ['molecule', 'atc', 'manufacturer'] as const;

/** What could be turned over by molecule, ATC group or manufacturer. Its texts are German in every language. */
export function Component() {
  const t = useGerman('lists');
  const atcName = useAtcName('de');
  const { directLinkId, choice, choose, consider, isChanged, reset, rows, totals } =
    useListPage(potentialPage);
  const { groupField } = choice;
  const pathOf = useDashboardPath(directLinkId);
  if (!t) return null;

  const columns = [
    { key: 'qtySum', heading: t('potential.qtySum'), format: formatCount },
    { key: 'count', heading: t('potential.count'), format: formatCount },
    { key: 'efPreisSum', heading: t('potential.efPreisSum'), format: formatAmount },
    { key: 'pPreisSum', heading: t('potential.pPreisSum'), format: formatAmount },
    { key: 'turnoverPotentialSum', heading: t('potential.turnoverPotentialSum'), format: formatAmount },
  ] as const;
  const named = rows.data?.map((row) => ({
    ...row,
    id: row.name,
    name: groupField === 'atc' ? atcName(row.name) : row.name,
    to: pathOf('products', { [groupField]: [row.name] }),
  }));
  return (
    <article lang="de">
      <PageHeader directLinkId={directLinkId} title={t('potential.title')} titleLanguage="de" />
      <Toolbar isChanged={isChanged} onReset={reset}>
        <SingleChoice
          label={t('potential.groupBy')}
          options={groups.map((value) => ({ value, text: t(`potential.group.${value}`) }))}
          current={groupField}
          onChoose={(chosen) => choose({ groupField: chosen })}
          onConsider={(considered) => consider({ groupField: considered })}
        />
      </Toolbar>
      <ListState {...{ rows, totals, isChanged }} onReset={reset}>
        <AggregateTable
          label={t('potential.title')}
          nameHeading={t(`potential.group.${groupField}`)}
          columns={columns}
          rows={named}
          totals={totals.data}
          totalHeading={(count) =>
            count === undefined ? t('totalWaiting') : t('total', { count, rows: formatCount(count) })
          }
          isStale={rows.isPlaceholderData}
          questions={listQuestions(potentialPage, choice)}
        />
      </ListState>
    </article>
  );
}

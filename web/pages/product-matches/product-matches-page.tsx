import { Tag } from '@blueprintjs/core';
import { GitMerge, Globe, Undo } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { makeMatchGeneral, type ProductMatch, productMatchesQuery, undoMatch } from '../../api/matches.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import '../../components/lists/admin-list.css';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { RowAction } from '../../components/tables/row-action.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatDate } from '../../i18n/formats.ts';

const isGtin = ({ code }: ProductMatch) => code.length === 13;

/** What was matched by hand, by whom and when: what the catalogue contradicts first. */
export function Component() {
  const { t } = useTranslation('matches');
  const list = useQuery({ ...productMatchesQuery, refetchOnMount: 'always' });
  const [undoing, close] = useDialog('undo');
  const [generalising] = useDialog('general');
  const undo = useMutation({ mutationFn: undoMatch });
  const generalise = useMutation({ mutationFn: makeMatchGeneral });
  const matches = list.data?.toSorted((a, b) => Number(b.named !== null) - Number(a.named !== null));
  const doomed = matches?.find(({ id }) => String(id) === undoing);
  const promoted = matches?.find(({ id, general }) => String(id) === generalising && !general);
  const error = undo.error ?? generalise.error;

  return (
    <article className="admin-list" aria-busy={list.isPending}>
      <PageHeader title={t('list.title')} documentTitle={t('list.title')} facts={[t('list.intro')]} />
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {error && <FailureNotice error={error} className="failure-in-sight" />}
      {list.isPending && (
        <div className="bp6-skeleton" style={{ height: 280 }} role="status" aria-label={t('loading')} />
      )}
      {matches?.length === 0 && (
        <PageMessage
          icon={<GitMerge size={36} />}
          heading="h2"
          title={t('list.none')}
          text={t('list.noneText')}
        />
      )}
      {matches && matches.length > 0 && (
        <ScrollingTable label={t('list.title')}>
          <thead>
            <tr>
              <th scope="col">{t('list.code')}</th>
              <th scope="col">{t('list.product')}</th>
              <th scope="col">{t('list.countsFor')}</th>
              <th scope="col">{t('list.by')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {matches.map((match) => (
              <MatchRow
                key={match.id}
                match={match}
                onUndo={() => openDialog('undo', String(match.id))}
                onGeneralise={() => openDialog('general', String(match.id))}
              />
            ))}
          </tbody>
        </ScrollingTable>
      )}
      {doomed && (
        <Question
          title={t('undoQuestion', { code: doomed.code })}
          icon={<Undo size={32} />}
          confirm={t('undo')}
          isBusy={undo.isPending}
          onClose={close}
          onConfirm={() =>
            undo.mutate(doomed.id, {
              onSuccess: () => showSuccess(t('undone', { code: doomed.code })),
              onSettled: close,
            })
          }
        >
          <p>{t('undoText')}</p>
        </Question>
      )}
      {promoted && (
        <Question
          title={t('generalQuestion', { code: promoted.code })}
          icon={<Globe size={32} />}
          intent="primary"
          confirm={t('general')}
          isBusy={generalise.isPending}
          onClose={close}
          onConfirm={() =>
            generalise.mutate(promoted.id, {
              onSuccess: () => showSuccess(t('generalDone', { code: promoted.code })),
              onSettled: close,
            })
          }
        >
          <p>{t('generalText')}</p>
        </Question>
      )}
    </article>
  );
}

interface MatchRowProps {
  match: ProductMatch;
  onUndo: () => void;
  onGeneralise: () => void;
}

function MatchRow({ match, onUndo, onGeneralise }: MatchRowProps) {
  const { t } = useTranslation('matches');
  const { code, description, product, productName, named, namedName, general } = match;
  const customer = [match.customerName, match.customerExternalId].filter(Boolean).join(', ');
  return (
    <tr>
      <th scope="row">
        {code}
        <br />
        {description}
      </th>
      <td>
        {productName ?? product}
        <br />
        {productName && product}
        {named !== null && (
          <Tag minimal intent="danger" multiline>
            {t('list.conflict', { product: namedName ?? named })}
          </Tag>
        )}
        {productName === null && (
          <Tag minimal intent="warning" multiline>
            {t('list.gone')}
          </Tag>
        )}
      </td>
      <td>{general ? t('list.forAll', { customer }) : customer}</td>
      <td>
        {t('list.said', { name: match.madeBy, date: formatDate(match.madeAt) })}
        {match.generalAt && (
          <>
            <br />
            {t('list.generalBy', { name: match.generalBy, date: formatDate(match.generalAt) })}
          </>
        )}
      </td>
      <td className="admin-list__actions">
        {!general && isGtin(match) && (
          <RowAction name={t('generalOf', { code })} icon={<Globe />} onClick={onGeneralise} />
        )}
        <RowAction name={t('undoOf', { code })} icon={<Undo />} onClick={onUndo} />
      </td>
    </tr>
  );
}

import { Button, Checkbox } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';
import { announceChange } from '../../../api/changed-statistics.ts';
import { combinedPreviewQuery, combineStatistics } from '../../../api/combined.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { User } from '../../../api/session.ts';
import { type ListedStatistic, type Statistic, statisticListQuery } from '../../../api/statistics.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { memberName } from '../../../components/dialogs/member-name.ts';
import { MemberNotices } from '../../../components/dialogs/member-notices.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useDraft } from '../../../components/forms/use-draft.ts';
import { useSinglePress } from '../../../components/forms/use-single-press.ts';
import { useDebounced } from '../../../components/loading/use-debounced.ts';
import { useGo } from '../../../components/navigation/link.tsx';
import { FindField } from '../../../components/tables/find-field.tsx';
import { formatCount, formatTimeRange } from '../../../i18n/formats.ts';
import { noFilter } from '../list/upload-filter.tsx';
import './combine-dialog.css';

/** As many as the server combines. */
const MOST = 50;

const formId = 'combine-form';

/** What is shown of a statistic that was chosen; it stays however the list is searched. */
type Chosen = Pick<
  ListedStatistic,
  | 'bezugsStatistikID'
  | 'customerName'
  | 'customerExternalId'
  | 'fileName'
  | 'timeMonthFrom'
  | 'timeYearFrom'
  | 'timeMonthTo'
  | 'timeYearTo'
>;

type Entries = { name: string | null; comment: string; chosen: Chosen[] };

interface CombineDialogProps {
  user: User;
  /** Chosen from the start. */
  first: Statistic | undefined;
  onClose: () => void;
}

/** Chooses statistics and combines them to one, whose dashboard is opened. */
export default function CombineDialog({ user, first, onClose }: CombineDialogProps) {
  const { t } = useTranslation('combined');
  const go = useGo();
  const { form, change, isChanged, isKept, forget } = useDraft<Entries>(
    `combine:${user.id}:${first?.bezugsStatistikID ?? ''}`,
    { name: null, comment: '', chosen: first ? [chosenOf(first)] : [] },
  );
  const [search, setSearch] = useState(first?.customerName ?? '');
  const [isChecked, setChecked] = useState(false);
  const { chosen } = form;
  const name = form.name ?? chosen[0]?.customerName ?? '';
  const nameOf = disambiguateLabels(chosen, memberName, ({ fileName }) => fileName);
  const ids = chosen.map(({ bezugsStatistikID }) => bezugsStatistikID);
  const preview = useQuery(combinedPreviewQuery(ids.length > MOST ? [] : ids));
  const combining = useMutation({
    mutationFn: () =>
      combineStatistics({ name: name.trim(), comment: form.comment.trim() || null, members: ids }),
    async onSuccess({ directLinkId, customerName }) {
      forget();
      showSuccess(t('done', { name: customerName }));
      await announceChange(directLinkId);
    },
    // Where no answer came it may be made.
    onError() {
      queryClient.invalidateQueries({ queryKey: ['statistics'] });
    },
  });
  const combine = useSinglePress(combining);
  const tooFew = ids.length < 2;
  const toggle = (statistic: ListedStatistic) =>
    change({
      chosen: ids.includes(statistic.bezugsStatistikID)
        ? without(chosen, statistic.bezugsStatistikID)
        : [...chosen, chosenOf(statistic)],
    });

  function submit(): boolean {
    setChecked(true);
    if (tooFew || ids.length > MOST || !name.trim()) return false;
    // Here, so that whoever has gone on meanwhile stays where they are.
    combine(undefined, {
      onSuccess: ({ directLinkId }) => go(`/dashboard/${directLinkId}`, { replace: true }),
    });
    return true;
  }

  function cancel() {
    forget();
    onClose();
  }

  return (
    <FormDialog
      wide
      title={t('title')}
      formId={formId}
      submit={t('submit')}
      saving={combining}
      onSubmit={submit}
      onCancel={cancel}
      isUnsaved={isChanged}
      isKept={isKept}
      className="combine-dialog"
    >
      <p className="combine-dialog__intro">{t('intro')}</p>
      <TextField
        id="combine-name"
        label={t('name')}
        value={name}
        required
        hint={t('nameHint')}
        problem={isChecked && !name.trim() ? t('nameMissing') : undefined}
        onChange={(text) => change({ name: text })}
      />
      <TextField
        id="combine-comment"
        label={t('comment')}
        value={form.comment}
        onChange={(comment) => change({ comment })}
      />
      <section aria-labelledby="combine-chosen">
        <h3 id="combine-chosen">
          <span role="status">{t('chosen', { count: ids.length, n: formatCount(ids.length) })}</span>
        </h3>
        {tooFew && (
          <p className={isChecked ? 'combine-dialog__problem' : 'combine-dialog__intro'}>{t('noneChosen')}</p>
        )}
        {ids.length > MOST && (
          <p className="combine-dialog__problem">{t('tooMany', { n: formatCount(MOST) })}</p>
        )}
        {chosen.length > 0 && (
          <ul className="plain-list combine-dialog__list">
            {chosen.map((statistic) => (
              <li key={statistic.bezugsStatistikID}>
                <Described statistic={statistic} />
                <Button
                  variant="minimal"
                  icon={<Cross />}
                  aria-label={t('remove', { name: nameOf(statistic) })}
                  onClick={() => change({ chosen: without(chosen, statistic.bezugsStatistikID) })}
                />
              </li>
            ))}
          </ul>
        )}
        {preview.isError && <FailureNotice error={preview.error} onRetry={preview.refetch} />}
        {!tooFew && preview.data && <MemberNotices members={preview.data} />}
      </section>
      <Found search={search} setSearch={setSearch} ids={ids} onToggle={toggle} />
    </FormDialog>
  );
}

interface FoundProps {
  search: string;
  setSearch: (text: string) => void;
  ids: readonly number[];
  onToggle: (statistic: ListedStatistic) => void;
}

/** Statistics that can be combined, to be chosen from. */
function Found({ search, setSearch, ids, onToggle }: FoundProps) {
  const { t } = useTranslation('combined');
  const list = useInfiniteQuery(statisticListQuery({ ...noFilter, search: useDebounced(search) }));
  const found = (list.data?.pages ?? [])
    .flatMap(({ statistics }) => statistics)
    .filter(({ active, members }) => active && members === null);
  return (
    <fieldset className="combine-dialog__found">
      <legend>{t('found')}</legend>
      <FindField text={search} setText={setSearch} label={t('find')} placeholder={t('find')} />
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && !list.isPlaceholderData && found.length === 0 && <p>{t('nothingFound')}</p>}
      <ul className="plain-list combine-dialog__list">
        {found.map((statistic) => (
          <li key={statistic.bezugsStatistikID}>
            <Checkbox
              checked={ids.includes(statistic.bezugsStatistikID)}
              labelElement={<Described statistic={statistic} />}
              onChange={() => onToggle(statistic)}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="outlined"
          text={t('more')}
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </fieldset>
  );
}

/** Whose it is, of when, and of which file: wholesalers of one customer differ in nothing else. */
function Described({ statistic }: { statistic: Chosen }) {
  const { customerName, customerExternalId, fileName } = statistic;
  return (
    <span className="combine-dialog__statistic">
      <strong>{customerName ?? '–'}</strong>
      <span>
        {[formatTimeRange({ ...statistic, timeInformation: null }), customerExternalId, fileName]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

function without(chosen: readonly Chosen[], id: number): Chosen[] {
  return chosen.filter(({ bezugsStatistikID }) => bezugsStatistikID !== id);
}

function chosenOf(statistic: Statistic): Chosen {
  const { bezugsStatistikID, customerName, customerExternalId, fileName } = statistic;
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = statistic;
  return {
    bezugsStatistikID,
    customerName,
    customerExternalId,
    fileName,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
  };
}

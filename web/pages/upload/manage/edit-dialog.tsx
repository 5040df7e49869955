import { Button, Checkbox } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import { ApiFailure } from '../../../api/client.ts';
import { headerImagesQuery } from '../../../api/header-images.ts';
import { uploadersQuery } from '../../../api/people.ts';
import type { User } from '../../../api/session.ts';
import {
  editStatistic,
  mergeIntoLists,
  nonEmpty,
  type Statistic,
  type StatisticEdit,
} from '../../../api/statistics.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { Question } from '../../../components/dialogs/question.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { ConflictChoice } from '../../../components/forms/conflict-choice.tsx';
import { focusFirstInvalid } from '../../../components/forms/focus-first-invalid.ts';
import { TextField } from '../../../components/forms/text-field.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { CustomerFields } from '../form/customer-fields.tsx';
import { OverlapQuestion, useOverlap } from '../form/overlap-question.tsx';
import { ResponsibleFields } from '../form/responsible-fields.tsx';
import { entryProblems, type Problem, type StatisticForm } from '../form/statistic-form.ts';
import { TimeRangeFields } from '../form/time-range-fields.tsx';
import { UploadPicker } from '../form/upload-picker.tsx';
import { type EditConflict, type EditGroup, editOf, readConflict } from './edit-changes.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';
import '../upload-dialog.css';

interface EditDialogProps {
  user: User;
  statistic: Statistic;
  onClose: () => void;
}

const formId = 'edit-form';

/** What moves a statistic onto others of a customer's period. */
const movingGroups: ReadonlySet<EditGroup> = new Set(['customer', 'timeRange', 'testUpload']);

/** The entries of an uploaded statistic; when somebody else has changed it meanwhile, both values. */
export default function EditDialog({ user, statistic: row, onClose }: EditDialogProps) {
  const { t } = useTranslation(['manage', 'upload', 'portal', 'preview', 'combined']);
  const queryClient = useQueryClient();
  const { begun: statistic, form, change, changed, isKept, forget } = useUnsavedEdit(user, row);
  const entryText = useEntryText(statistic);
  const [checked, setChecked] = useState(false);
  const [handsCart, setHandsCart] = useState(true);
  const handsOver = changed.includes('uploader') && statistic.uploader !== null;
  const [isLeaving, setLeaving] = useState(false);
  const takesConsent =
    statistic.members == null && statistic.testUpload && !form.testUpload && !statistic.consentFileName;
  // What was kept of an edit may be of before there were any.
  const isCombined = statistic.members != null;
  const problems = isCombined ? nameProblem(form) : entryProblems(form);
  if (takesConsent && !form.consentFile) problems.unshift('consentFile');
  if (!form.user.trim()) problems.push('user');
  const edit = useEdit(statistic, () => {
    showSuccess(t('edit.saved'));
    close();
  });

  const overlap = useOverlap(save, statistic);

  function save() {
    overlap.forget();
    edit.save(form, changed, handsOver && handsCart);
  }

  function close() {
    overlap.forget();
    forget();
    onClose();
  }

  /** Cancel says what it does; Escape and the cross may be a slip. */
  function leave() {
    overlap.forget();
    if (changed.length > 0 || form.consentFile) setLeaving(true);
    else close();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (problems.length > 0) return focusFirstInvalid(formId);
    if (changed.length === 0) close();
    else if (!isCombined && changed.some((group) => movingGroups.has(group))) overlap.ask(form);
    else save();
  }

  if (edit.conflict) {
    const { groups: both, current } = edit.conflict;
    return (
      <ConflictChoice
        text={t('conflict.text')}
        choices={both.map((group) => ({
          name: group,
          label: t(`group.${group}`),
          mine: entryText(group, form),
          stored: entryText(group, current),
        }))}
        error={edit.error}
        isSaving={edit.isSaving}
        onSave={(groups) => {
          if (groups.length > 0) return edit.save(form, groups, handsCart && groups.includes('uploader'));
          queryClient.invalidateQueries({ queryKey: ['statistics'] });
          close();
        }}
        onClose={close}
      />
    );
  }
  const textOf = (...names: Problem[]) => {
    const problem = checked && names.find((name) => problems.includes(name));
    return problem ? t(`upload:problem.${problem}`) : undefined;
  };
  return (
    <PortalDialog
      wide
      title={t('edit.title')}
      onClose={leave}
      canClose={!edit.isSaving}
      isKept={isKept}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('portal:action.cancel')}
            disabled={edit.isSaving}
            onClick={close}
          />
          <Button
            type="submit"
            form={formId}
            intent="primary"
            text={t('edit.save')}
            loading={edit.isSaving || overlap.isAsking}
          />
        </>
      }
    >
      {isLeaving && (
        <Question
          title={t('edit.discardTitle')}
          icon={<WarningSign size={32} />}
          intent="warning"
          confirm={t('edit.discard')}
          cancel={t('edit.goOn')}
          onConfirm={close}
          onClose={() => setLeaving(false)}
        >
          <p>{t('edit.discardText')}</p>
        </Question>
      )}
      {overlap.found.length > 0 && (
        <OverlapQuestion
          statistics={overlap.found}
          confirm={t('preview:overlap.confirmEdit')}
          onConfirm={save}
          onClose={overlap.forget}
        />
      )}
      <form id={formId} noValidate onSubmit={submit}>
        {edit.error && <FailureNotice error={edit.error} className="form-notice" />}
        <fieldset className="form-whole" disabled={edit.isSaving} inert={edit.isSaving}>
          {isCombined ? (
            <TextField
              id="combined-name"
              label={t('combined:name')}
              hint={t('combined:nameHint')}
              required
              value={form.customerName}
              problem={textOf('customer') && t('combined:nameMissing')}
              onChange={(customerName) => change({ customerName })}
            />
          ) : (
            <Checkbox
              className="form-test"
              checked={form.testUpload}
              onChange={(event) => change({ testUpload: event.currentTarget.checked })}
            >
              {t('upload:form.testUpload')}{' '}
              <span className="form-hint">{t('upload:form.testUploadText')}</span>
            </Checkbox>
          )}
          {takesConsent && (
            <div className="form-part">
              <UploadPicker
                isConsent
                label={t('upload:form.consentFile')}
                hint={t('upload:form.consentFileText')}
                file={form.consentFile}
                problem={textOf('consentFile')}
                onChange={(consentFile) => change({ consentFile })}
              />
            </div>
          )}
          {!isCombined && (
            <>
              <CustomerFields form={form} onChange={change} problem={textOf('customer')} />
              <TimeRangeFields
                form={form}
                onChange={change}
                problem={textOf('timeRangeMissing', 'timeRange')}
              />
            </>
          )}
          <ResponsibleFields
            form={form}
            onChange={change}
            problem={textOf('user')}
            uploader={statistic.uploader}
          />
          {handsOver && (
            <Checkbox checked={handsCart} onChange={(event) => setHandsCart(event.currentTarget.checked)}>
              {t('edit.handOverCart', { name: statistic.uploader?.name })}
            </Checkbox>
          )}
        </fieldset>
      </form>
    </PortalDialog>
  );
}

/** Of a combined statistic only the name can be missing: all else of whom and when it is, its members say. */
function nameProblem({ customerName }: StatisticForm): Problem[] {
  return customerName.trim() ? [] : ['customer'];
}

/** What a person reads of an entry: names in place of ids, a dash where nothing is entered. */
function useEntryText({ uploader: before }: Statistic): (group: EditGroup, form: StatisticForm) => string {
  const { t } = useTranslation(['portal', 'upload']);
  const { data: uploaders = [] } = useQuery(uploadersQuery);
  const { data: images = [] } = useQuery(headerImagesQuery);
  const nameOf = (list: readonly { id: number | string; name: string }[], id: string) =>
    list.find((each) => String(each.id) === id)?.name ?? id;
  const texts: Record<EditGroup, (form: StatisticForm) => string> = {
    customer: ({ customerName, customerExternalId }) =>
      [customerName, customerExternalId].filter(Boolean).join(' · '),
    timeRange: (form) => formatTimeRange(form),
    uploader: ({ uploader }) =>
      uploader === ''
        ? t('upload:form.deletedUploader')
        : nameOf(before ? [...uploaders, before] : uploaders, uploader),
    user: ({ user: name }) => name,
    headerImage: ({ headerImageId }) => nameOf(images, headerImageId),
    comment: ({ comment }) => comment,
    testUpload: ({ testUpload }) => t(testUpload ? 'conflict.yes' : 'conflict.no'),
  };
  return (group, form) => texts[group](form) || '–';
}

interface Attempt {
  form: StatisticForm;
  groups: readonly EditGroup[];
  revision: number;
  handsCart: boolean;
}

/** Saves edits of a statistic, each based on the newest revision that the user has seen. */
function useEdit(statistic: Statistic, onSaved: () => void) {
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<EditConflict>();
  const saving = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ form, groups, revision, handsCart }: Attempt) =>
      editStatistic(
        statistic.bezugsStatistikID,
        revision,
        { ...editOf(form, groups), ...(handsCart && { handOverCart: true }) },
        groups.includes('testUpload') && !form.testUpload ? form.consentFile : null,
      ),
    onSuccess: (answer, { form, groups }) => {
      const cleared = emptied(editOf(form, groups));
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, { ...nonEmpty(answer), ...cleared });
      onSaved();
    },
    onError: (error, attempt) => {
      const found = isConflict(error) ? readConflict(attempt.form, error.issues) : undefined;
      // What was changed meanwhile is something else, or the same: nothing to decide.
      if (found?.groups.length === 0) {
        mutation.mutate({ ...attempt, revision: found.revision });
        return;
      }
      saving.current = false;
      if (found) setConflict(found);
    },
    // Also where no answer came: it may be saved.
    onSettled() {
      announceChange(statistic.directLinkId);
    },
  });
  return {
    /** `handsCart`: a new uploader gets the cart of the one before, too. */
    save(form: StatisticForm, groups: readonly EditGroup[], handsCart: boolean) {
      // A double click comes before the button is seen to be busy, or after what it saves is saved.
      if (saving.current) return;
      saving.current = true;
      mutation.mutate({ form, groups, revision: conflict?.revision ?? statistic.revision, handsCart });
    },
    isSaving: mutation.isPending,
    error: isConflict(mutation.error) ? null : mutation.error,
    conflict,
  };
}

function isConflict(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'statistic_conflict';
}

/** Fields of the row that the user has emptied. */
function emptied(edit: StatisticEdit): Partial<Statistic> {
  const row = Object.fromEntries(Object.entries(edit).filter(([, value]) => value === null));
  if (!('headerImageId' in row)) return row;
  const { headerImageId: _, ...rest } = row;
  return { ...rest, headerImage: null };
}

import { Checkbox } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import { headerImagesQuery } from '../../../api/header-images.ts';
import { uploadersQuery } from '../../../api/people.ts';
import type { User } from '../../../api/session.ts';
import { editStatistic, findStatistic, mergeIntoLists, type Statistic } from '../../../api/statistics.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { VersionConflict } from '../../../components/forms/conflict-choice.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useVersionedSave } from '../../../components/forms/use-versioned-save.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { CustomerFields } from '../form/customer-fields.tsx';
import { OverlapQuestion, useOverlap } from '../form/overlap-question.tsx';
import { ResponsibleFields } from '../form/responsible-fields.tsx';
import { entryProblems, formOf, type Problem, type StatisticForm } from '../form/statistic-form.ts';
import { TimeRangeFields } from '../form/time-range-fields.tsx';
import { UploadPicker } from '../form/upload-picker.tsx';
import {
  changedGroups,
  type EditEntries,
  type EditGroup,
  editOf,
  entriesOf,
  withEntries,
} from './edit-changes.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';
import '../upload-dialog.css';

interface EditDialogProps {
  user: User;
  statistic: Statistic;
  onClose: () => void;
}

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
  const takesConsent =
    statistic.members == null && statistic.testUpload && !form.testUpload && !statistic.consentFileName;
  // What was kept of an edit may be of before there were any.
  const isCombined = statistic.members != null;
  const problems = isCombined ? nameProblem(form) : entryProblems(form);
  if (takesConsent && !form.consentFile) problems.unshift('consentFile');
  if (!form.user.trim()) problems.push('user');
  const saving = useVersionedSave<EditEntries, Statistic>({
    async save({ form: entries, before, version }) {
      const entered = withEntries(entries);
      const groups = changedGroups(withEntries(before), entered);
      const edit = {
        ...editOf(entered, groups),
        ...(handsCart && groups.includes('uploader') && { handOverCart: true }),
      };
      const consent = groups.includes('testUpload') && !entered.testUpload ? form.consentFile : null;
      try {
        return await editStatistic(statistic.bezugsStatistikID, version, edit, consent);
      } finally {
        // Also where no answer came: it may be saved.
        announceChange(statistic.directLinkId);
      }
    },
    async findStored() {
      const stored = await findStatistic(statistic.directLinkId);
      return { form: entriesOf(formOf(stored)), version: stored.revision };
    },
    onSaved(saved) {
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, saved);
      showSuccess(t('edit.saved'));
      close();
    },
  });
  const overlap = useOverlap(save, statistic);

  function save() {
    overlap.forget();
    saving.save({
      form: entriesOf(form),
      before: entriesOf(formOf(statistic)),
      version: statistic.revision,
    });
  }

  function close() {
    overlap.forget();
    forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    if (problems.length > 0) return false;
    if (changed.length === 0) close();
    else if (!isCombined && changed.some((group) => movingGroups.has(group))) overlap.ask(form);
    else save();
    return true;
  }

  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(group) => t(`group.${group}`)}
        textOf={(group, entries) => entryText(group, withEntries(entries))}
        onClose={close}
      />
    );
  }
  const textOf = (...names: Problem[]) => {
    const problem = checked && names.find((name) => problems.includes(name));
    return problem ? t(`upload:problem.${problem}`) : undefined;
  };
  return (
    <FormDialog
      wide
      title={t('edit.title')}
      formId="edit-form"
      submit={t('edit.save')}
      saving={saving}
      isAsking={overlap.isAsking}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={changed.length > 0 || form.consentFile !== null}
      isKept={isKept}
    >
      {overlap.found.length > 0 && (
        <OverlapQuestion
          statistics={overlap.found}
          confirm={t('preview:overlap.confirmEdit')}
          onConfirm={save}
          onClose={overlap.forget}
        />
      )}
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
          {t('upload:form.testUpload')} <span className="form-hint">{t('upload:form.testUploadText')}</span>
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
          <TimeRangeFields form={form} onChange={change} problem={textOf('timeRangeMissing', 'timeRange')} />
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
    </FormDialog>
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

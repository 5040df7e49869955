import { Button, Callout, Radio, RadioGroup } from '@blueprintjs/core';
import { FloppyDisk, WarningSign } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { PortalDialog } from '../../../components/portal-dialog.tsx';
import type { StatisticForm } from '../form/statistic-form.ts';
import './conflict-choice.css';
import type { EditConflict, EditGroup } from './edit-changes.ts';
import { useEntryText } from './use-entry-text.ts';

interface ConflictChoiceProps {
  form: StatisticForm;
  conflict: EditConflict;
  error: unknown;
  isSaving: boolean;
  /** Saves these groups of the user's own values; the others stay as they are stored. */
  onSave: (groups: EditGroup[]) => void;
  onClose: () => void;
}

/** Somebody else was faster: for every entry the user's own value beside the stored one, to choose from. */
export function ConflictChoice({ form, conflict, error, isSaving, onSave, onClose }: ConflictChoiceProps) {
  const { t } = useTranslation(['manage', 'portal']);
  const entryText = useEntryText();
  const [kept, setKept] = useState<readonly EditGroup[]>([]);
  const mine = conflict.groups.filter((group) => !kept.includes(group));
  return (
    <PortalDialog
      wide
      title={t('conflict.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" text={t('conflict.discard')} onClick={onClose} />
          <Button
            intent="primary"
            icon={<FloppyDisk />}
            text={t('conflict.save')}
            loading={isSaving}
            onClick={() => onSave(mine)}
          />
        </>
      }
    >
      {error ? <FailureNotice error={error} className="form-notice" /> : null}
      <Callout role="status" intent="warning" icon={<WarningSign />} className="form-notice">
        {t('conflict.text')}
      </Callout>
      {conflict.groups.map((group) => (
        <RadioGroup
          key={group}
          className="conflict-choice"
          label={t(`group.${group}`)}
          selectedValue={kept.includes(group) ? 'stored' : 'mine'}
          onChange={(event) =>
            setKept(
              event.currentTarget.value === 'stored'
                ? [...kept, group]
                : kept.filter((other) => other !== group),
            )
          }
        >
          <Radio value="mine">
            <span className="conflict-choice__whose">{t('conflict.mine')}</span> {entryText(group, form)}
          </Radio>
          <Radio value="stored">
            <span className="conflict-choice__whose">{t('conflict.stored')}</span>{' '}
            {entryText(group, conflict.current)}
          </Radio>
        </RadioGroup>
      ))}
    </PortalDialog>
  );
}

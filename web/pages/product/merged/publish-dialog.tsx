import { Button, FormGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type CatalogueProposal, publishProposal, scheduleProposal } from '../../../api/merged-products.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { useDraft } from '../../../components/forms/use-draft.ts';
import { formatDate, todayIn } from '../../../i18n/formats.ts';
import '../../../components/forms/forms.css';

interface PublishDialogProps {
  proposal: CatalogueProposal;
  onClose: () => void;
}

interface Publication {
  when: 'now' | 'day';
  /** YYYY-MM-DD, or empty. */
  day: string;
}

/** Now, or when a day begins. */
export default function PublishDialog({ proposal, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['merged', 'portal']);
  const dayId = useId();
  const today = todayIn('Europe/Zurich');
  const isAhead = proposal.priceDate > today;
  const draft = useDraft<Publication>(`publish:${proposal.id}`, {
    when: isAhead ? 'day' : 'now',
    day: isAhead ? proposal.priceDate : '',
  });
  const { when, day } = draft.form;
  const publishing = useMutation({
    mutationFn: () => (when === 'now' ? publishProposal(proposal.id) : scheduleProposal(proposal.id, day)),
    onSuccess() {
      showSuccess(when === 'now' ? t('publish.done') : t('schedule.done', { date: formatDate(day) }));
      close();
    },
  });

  function close() {
    draft.forget();
    onClose();
  }

  return (
    <PortalDialog
      title={t('publish.title')}
      onClose={close}
      canClose={!publishing.isPending}
      isKept={draft.isKept}
      actions={
        <>
          <Button text={t('portal:action.cancel')} disabled={publishing.isPending} onClick={close} />
          <Button
            intent="primary"
            text={t(when === 'now' ? 'publish.now' : 'publish.onDay')}
            loading={publishing.isPending}
            disabled={when === 'day' && day === ''}
            onClick={() => publishing.mutate()}
          />
        </>
      }
    >
      {publishing.isError && <FailureNotice intent="warning" error={publishing.error} />}
      <p>{t('publish.text')}</p>
      <fieldset className="form-whole" disabled={publishing.isPending}>
        <RadioGroup
          label={t('publish.when')}
          selectedValue={when}
          onChange={(event) => draft.change({ when: event.currentTarget.value === 'day' ? 'day' : 'now' })}
        >
          <Radio value="now" label={t('publish.choiceNow')} disabled={isAhead} />
          <Radio value="day" label={t('publish.choiceDay')} />
        </RadioGroup>
        {isAhead && <p>{t('publish.ahead', { date: formatDate(proposal.priceDate) })}</p>}
        {when === 'day' && (
          <FormGroup label={t('publish.day')} labelFor={dayId} helperText={t('publish.dayHint')}>
            <DayField id={dayId} day={day} onChange={(chosen) => draft.change({ day: chosen })} />
          </FormGroup>
        )}
      </fieldset>
    </PortalDialog>
  );
}

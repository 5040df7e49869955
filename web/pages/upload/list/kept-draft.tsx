import { Button, Callout } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { formatTimeRange } from '../../../i18n/formats.ts';
import type { StatisticForm } from '../form/statistic-form.ts';

interface KeptDraftProps {
  draft: StatisticForm;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Says that there is an upload which was begun and not sent, and what of. */
export function KeptDraft({ draft, onContinue, onDiscard }: KeptDraftProps) {
  const { t } = useTranslation('upload');
  const { file, consentFile, customerName } = draft;
  const parts = [file?.name, consentFile?.name, customerName, formatTimeRange(draft), draft.comment];
  return (
    <Callout intent="primary" icon={<Edit />} className="upload-page__draft">
      <p>
        <strong>{t('draft.title')}</strong> {parts.filter(Boolean).join(' · ')}
      </p>
      <div className="upload-page__draft-actions">
        <Button intent="primary" text={t('draft.continue')} onClick={onContinue} />
        <Button variant="outlined" text={t('draft.discard')} onClick={onDiscard} />
      </div>
    </Callout>
  );
}

import { Button, Radio, RadioGroup } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.ts';
import {
  askFeedingAnew,
  chooseFeeding,
  type FeedingAudience,
  feedingPreviewQuery,
} from '../../api/feeding-statistic.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { Candidates } from './candidates.tsx';
import { Effect } from './effect.tsx';

interface ChooseStatisticProps {
  /** The statistic that stands for the market now. */
  present: number | null;
  /** The one whose effect is looked at; null: the list. */
  looksAt: number | null;
  onLook: (statisticId: number | null) => void;
  onClose: () => void;
}

/** First the statistics, then what would change with one of them and who sees it; only then it is chosen. */
export default function ChooseStatistic({ present, looksAt, onLook, onClose }: ChooseStatisticProps) {
  const { t } = useTranslation(['feeding', 'portal']);
  const preview = useQuery({ ...feedingPreviewQuery(looksAt ?? 0), enabled: looksAt !== null });
  const [chosen, setChosen] = useState<FeedingAudience | null>(null);
  const audience = chosen ?? preview.data?.audience;
  const changesNothing = looksAt === present && audience === preview.data?.audience;
  const choosing = useMutation({
    mutationFn: chooseFeeding,
    onSuccess() {
      showSuccess(t('done'));
      onClose();
    },
    // Somebody else has chosen meanwhile: what it would change now is looked at before it is chosen.
    onError: (error, { value }) =>
      error instanceof ApiFailure && error.status === 412 ? askFeedingAnew(value) : undefined,
  });
  const look = (id: number | null) => {
    choosing.reset();
    setChosen(null);
    onLook(id);
  };
  return (
    <PortalDialog
      wide
      title={t(looksAt === null ? 'dialog.list' : 'dialog.effect')}
      onClose={onClose}
      canClose={!choosing.isPending}
      actions={
        looksAt === null ? (
          <Button text={t('portal:action.cancel')} onClick={onClose} />
        ) : (
          <>
            <Button text={t('dialog.back')} disabled={choosing.isPending} onClick={() => look(null)} />
            <Button
              intent="primary"
              text={t('dialog.confirm')}
              loading={choosing.isPending}
              disabled={!audience || changesNothing}
              onClick={() => audience && choosing.mutate({ value: looksAt, audience })}
            />
          </>
        )
      }
    >
      {choosing.isError && (
        <FailureNotice intent="warning" className="choose-statistic__failure" error={choosing.error} />
      )}
      {looksAt === null ? (
        <Candidates present={present} onSelect={look} />
      ) : (
        <>
          <Effect key={looksAt} preview={preview} isPresent={looksAt === present} />
          {audience && <AudienceField audience={audience} onChoose={setChosen} />}
        </>
      )}
    </PortalDialog>
  );
}

const audiences = ['everybody', 'signedIn', 'statistic'] as const satisfies readonly FeedingAudience[];

interface AudienceFieldProps {
  audience: FeedingAudience;
  onChoose: (audience: FeedingAudience) => void;
}

/** Who may see amounts reckoned from the statistic that is to stand for the market. */
function AudienceField({ audience, onChoose }: AudienceFieldProps) {
  const { t } = useTranslation('feeding');
  return (
    <div className="choose-statistic__audience">
      <RadioGroup
        label={t('audience.title')}
        selectedValue={audience}
        onChange={(event) => onChoose(event.currentTarget.value as FeedingAudience)}
      >
        {audiences.map((each) => (
          <Radio key={each} value={each} label={t(`audience.${each}`)} />
        ))}
      </RadioGroup>
      <p className="choose-statistic__note">{t('audience.note')}</p>
    </div>
  );
}

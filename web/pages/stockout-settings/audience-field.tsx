import { Radio, RadioGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { FeedingAudience } from '../../api/feeding-statistic.ts';

const audiences = ['everybody', 'signedIn', 'statistic'] as const satisfies readonly FeedingAudience[];

interface AudienceFieldProps {
  audience: FeedingAudience;
  onChoose: (audience: FeedingAudience) => void;
}

/** Who may see amounts reckoned from the statistic that is to stand for the market. */
export function AudienceField({ audience, onChoose }: AudienceFieldProps) {
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

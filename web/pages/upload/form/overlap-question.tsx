import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { EarlierStatistic } from '../../../api/statistics.ts';
import { Question } from '../../../components/dialogs/question.tsx';
import { EarlierLink } from '../preview/earlier-link.tsx';

interface OverlapQuestionProps {
  statistics: readonly EarlierStatistic[];
  /** Does it nevertheless. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before a statistic is saved of a customer and period of which there is one: which, and whether it is meant. */
export function OverlapQuestion({ statistics, confirm, onConfirm, onClose }: OverlapQuestionProps) {
  const { t } = useTranslation('preview');
  return (
    <Question
      title={t('overlap.title')}
      icon={<WarningSign size={32} />}
      intent="warning"
      confirm={confirm}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('overlap.text', { count: statistics.length })}</p>
      <ul>
        {statistics.map((statistic) => (
          <li key={statistic.bezugsStatistikID}>
            <EarlierLink statistic={statistic} />
          </li>
        ))}
      </ul>
    </Question>
  );
}

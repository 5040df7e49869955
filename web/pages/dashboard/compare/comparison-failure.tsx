import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import './compare.css';
import { useCompared } from './use-compared.ts';

interface ComparisonFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Why two periods cannot be compared, and the way on without the other one. */
export function ComparisonFailure({ error, onRetry }: ComparisonFailureProps) {
  const { t } = useTranslation('compare');
  const [, choose] = useCompared();
  return (
    <div className="comparison-failure">
      <FailureNotice error={error} onRetry={onRetry} />
      <Button variant="outlined" icon={<Cross />} text={t('stop')} onClick={() => choose(null)} />
    </div>
  );
}

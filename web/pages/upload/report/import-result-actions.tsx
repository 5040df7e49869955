import { Button } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Statistic } from '../../../api/statistics.ts';
import { useGo } from '../../../components/navigation/use-go.ts';

export function ImportResultActions({ statistic, onClose }: { statistic: Statistic; onClose: () => void }) {
  const { t } = useTranslation(['upload', 'portal']);
  const go = useGo();
  return (
    <>
      <Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />
      <Button
        intent="primary"
        endIcon={<ArrowRight />}
        text={t('report.open')}
        onClick={() => go(`/dashboard/${statistic.directLinkId}`)}
      />
    </>
  );
}

import { Button, Callout, Card } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../components/feedback/made-file.tsx';
import { useGerman } from '../../i18n/use-german.ts';

interface ReportCardProps {
  report: 'Tracking' | 'Drugshortage' | 'Scout';
  provider: string;
}

/** What a report has, and its download. What it says when the file is there is German for everybody. */
export function ReportCard({ report, provider }: ReportCardProps) {
  const { t } = useTranslation('reports');
  const german = useGerman('reports');
  const { isUnderWay, error, start, cancel } = useMadeFile();
  const [isThere, setIsThere] = useState(false);
  const title = t(`${report}.title`);

  async function make() {
    setIsThere(false);
    setIsThere(await start(`/report/${report}`));
  }

  return (
    <Card className="stack reports__card">
      <h2>{title}</h2>
      <p>{t(`${report}.contents`, { provider })}</p>
      {isUnderWay && <MadeFileUnderWay onCancel={cancel} />}
      {error !== null && <FailureNotice error={error} onRetry={make} />}
      {isThere && german && (
        <Callout intent="success" role="status" lang="de">
          {german('done')}
        </Callout>
      )}
      {!isUnderWay && (
        <Button
          variant="outlined"
          icon={<Download />}
          text={t('download')}
          aria-label={t('downloadOf', { report: title })}
          onClick={make}
        />
      )}
    </Card>
  );
}

import { Button, Callout } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import './excel-page.css';
import { useGerman } from '../../../i18n/use-german.ts';
import { StatisticHeader } from '../layout/statistic-header.tsx';

/** Downloads the workbook for a visit on opening, and not where a reload or Back leads here again. What it says when the file is there is German for everybody. */
export function Component() {
  const { t } = useTranslation('dashboard');
  const german = useGerman('dashboard');
  const { directLinkId = '' } = useParams();
  const { isUnderWay, error, start, cancel } = useMadeFile();
  const [isThere, setIsThere] = useState(false);
  async function make() {
    setIsThere(false);
    setIsThere(await start(`/statistics/${encodeURIComponent(directLinkId)}/download`));
  }
  const location = useLocation();
  const [, setParameters] = useSearchParams();
  const open = useEffectEvent(() => {
    // What the step of the history carries outlives a reload, and Back finds it.
    const { downloaded } = (location.state ?? {}) as { downloaded?: string };
    if (downloaded === directLinkId) return;
    setParameters((current) => current, {
      replace: true,
      state: { downloaded: directLinkId },
    });
    void make();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another statistic is another file
  useEffect(() => open(), [directLinkId]);

  return (
    <article className="excel-page">
      <StatisticHeader directLinkId={directLinkId} title={t('excel.title')} isTitleShown />
      <p className="page-intro">{t('excel.intro')}</p>
      {isUnderWay && <MadeFileUnderWay onCancel={cancel} />}
      {error !== null && <FailureNotice error={error} onRetry={make} />}
      {isThere && german && (
        <Callout intent="success" role="status" lang="de">
          {german('excel.done')}
        </Callout>
      )}
      {!isUnderWay && error === null && (
        <p>
          <Button
            variant="outlined"
            icon={<Download />}
            text={t(isThere ? 'excel.again' : 'excel.download')}
            onClick={make}
          />
        </p>
      )}
    </article>
  );
}

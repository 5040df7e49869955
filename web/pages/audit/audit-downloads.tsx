import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFilter } from '../../api/audit.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MadeFileProgress, useMadeFile } from '../../components/feedback/made-file-progress.tsx';

const forms = ['excel', 'csv'] as const;
type Form = (typeof forms)[number];

/** All entries that fit the filter as a file, one line per field that changed. */
export function AuditDownloads({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('audit');
  const file = useMadeFile();
  const [asked, setAsked] = useState<Form>('excel');

  function fetchFile(form: Form) {
    setAsked(form);
    const chosen = Object.entries(filter).filter(([, value]) => value !== '');
    return file.start(`/audit/${form}`, new URLSearchParams(chosen));
  }

  return (
    <>
      <fieldset className="audit__downloads">
        <legend className="visually-hidden">{t('download')}</legend>
        {forms.map((form) => (
          <Button
            key={form}
            variant="outlined"
            icon={<Download />}
            text={t(form)}
            aria-label={`${t('download')}: ${t(form)}`}
            disabled={file.progress !== null}
            onClick={() => fetchFile(form)}
          />
        ))}
      </fieldset>
      {file.progress && <MadeFileProgress progress={file.progress} onCancel={file.cancel} />}
      {file.error !== null && <FailureNotice error={file.error} onRetry={() => fetchFile(asked)} />}
    </>
  );
}

import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { downloadedCustomers } from '../../api/my-customers.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { formatCount } from '../../i18n/formats.ts';

const forms = ['excel', 'csv'] as const;
type Form = (typeof forms)[number];

/** The list as a file for those who work in a spreadsheet, once it is known how many customers it has. */
export function Downloads({ customers }: { customers: number | undefined }) {
  const { t } = useTranslation('callList');
  const [underWay, setUnderWay] = useState<Form | null>(null);
  const [failure, setFailure] = useState<{ form: Form; error: unknown } | null>(null);

  async function fetchFile(form: Form) {
    setUnderWay(form);
    setFailure(null);
    try {
      await download(`/portfolio/call-list/${form}`, { query: { limit: downloadedCustomers } });
    } catch (error) {
      setFailure({ form, error });
    }
    setUnderWay(null);
  }

  return (
    <>
      <fieldset className="call-list__downloads">
        <legend className="visually-hidden">{t('download')}</legend>
        {forms.map((form) => (
          <Button
            key={form}
            variant="outlined"
            icon={<Download />}
            text={t(form)}
            aria-label={`${t('download')}: ${t(form)}`}
            loading={underWay === form}
            disabled={underWay !== null || customers === undefined}
            onClick={() => fetchFile(form)}
          />
        ))}
        {customers !== undefined && customers > downloadedCustomers && (
          <span className="call-list__note">
            {t('downloadFirst', { customers: formatCount(downloadedCustomers) })}
          </span>
        )}
      </fieldset>
      {failure && <FailureNotice error={failure.error} onRetry={() => fetchFile(failure.form)} />}
    </>
  );
}

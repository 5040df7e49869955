import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { EntryReport as Report } from './use-entries.ts';

/** What was scanned or pasted and fits nowhere. */
export function EntryReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('cart');
  if (report.taken === 0 && report.unfit.length === 0) return null;
  const fits = report.unfit.length === 0;
  return (
    <Callout role="status" intent={fits ? 'success' : 'warning'} className="cart-page__notice">
      <p>{t('entry.taken', { count: report.taken })}</p>
      {!fits && (
        <>
          <p>{t('entry.unfit', { count: report.unfit.length })}</p>
          <ul className="cart-page__unfit">
            {report.unfit.map(({ text, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice.
              <li key={place}>
                <code>{text}</code> {t(`entry.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button size="small" variant="outlined" text={t('entry.noted')} onClick={onClose} />
    </Callout>
  );
}

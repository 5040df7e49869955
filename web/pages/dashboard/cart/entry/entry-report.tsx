import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { isUnderWay, type KeptEdit, rowOf } from '../edits/edit.ts';
import type { EntryReport as Report } from './use-entries.ts';

interface EntryReportProps {
  report: Report;
  edits: readonly KeptEdit[];
  onClose: () => void;
}

/** What was scanned or pasted, and what of it fits nowhere. */
export function EntryReport({ report, edits, onClose }: EntryReportProps) {
  const { t } = useTranslation('cart');
  if (report.taken.length === 0 && report.unfit.length === 0) return null;
  const fits = report.unfit.length === 0;
  const open = edits.filter((edit) => !isUnderWay(edit));
  const taken = report.taken.filter((gtin) => !open.some((edit) => rowOf(edit, gtin)));
  return (
    <Callout role="status" intent={fits ? 'success' : 'warning'} className="cart-page__notice">
      {(fits || taken.length > 0) && <p>{t('entry.taken', { count: taken.length })}</p>}
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

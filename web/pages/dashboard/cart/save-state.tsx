import { Button, Spinner } from '@blueprintjs/core';
import { Offline, Tick, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/failure.ts';
import { isUnderWay, type KeptEdit } from './edits/edit.ts';

interface SaveStateProps {
  edits: readonly KeptEdit[];
  /** Why nothing is sent at the moment. */
  trouble: unknown;
  onRetry: () => void;
}

/** Whether everything is saved, and what waits for what. */
export function SaveState({ edits, trouble, onRetry }: SaveStateProps) {
  const { t } = useTranslation('cart');
  const count = edits.filter(isUnderWay).length;
  if (trouble && count > 0) {
    const offline = !(trouble instanceof ApiFailure) || trouble.status === 0;
    return (
      <span className="save-state" data-state="waiting" role="status">
        <Offline size={14} /> {t(offline ? 'save.offline' : 'save.trouble', { count })}{' '}
        <Button size="small" variant="outlined" text={t('save.retry')} onClick={onRetry} />
      </span>
    );
  }
  const open = edits.length - count;
  if (count === 0 && open > 0) {
    return (
      <span className="save-state" data-state="open" role="status">
        <WarningSign size={14} /> {t('save.open', { count: open })}
      </span>
    );
  }
  return (
    <span className="save-state" data-state={count > 0 ? 'saving' : 'saved'} role="status">
      {count > 0 ? <Spinner size={14} /> : <Tick size={14} />} {t(count > 0 ? 'save.saving' : 'save.saved')}
    </span>
  );
}

import { Button, Spinner } from '@blueprintjs/core';
import { Offline, Tick, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/failure.ts';
import { NotKept } from '../../../components/feedback/not-kept.tsx';
import { isUnderWay } from './edits/edit.ts';
import type { QueueState } from './edits/edit-queue.ts';

interface SaveStateProps extends QueueState {
  onRetry: () => void;
}

/** Whether everything is saved, what waits for what, and whether it is kept until then. */
export function SaveState(props: SaveStateProps) {
  return (
    <>
      <Saving {...props} />
      {!props.isKept && <NotKept />}
    </>
  );
}

function Saving({ edits, trouble, onRetry }: SaveStateProps) {
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

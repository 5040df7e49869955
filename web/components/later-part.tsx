import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from './failure-notice.tsx';
import './later-part.css';

interface LaterPartProps {
  children: ReactNode;
  /** Shown until the code is there. */
  placeholder?: ReactNode;
}

/**
 * A part of a page whose code comes later. Where it does not come, e.g. without a connection, a notice stands in its
 * place, and the rest of the page goes on.
 */
export function LaterPart({ children, placeholder = null }: LaterPartProps) {
  return (
    <ErrorBoundary fallbackRender={({ error }) => <FailureNotice error={error} onRetry={reload} />}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The same for a dialog: where its code does not come, the notice stands at the edge of the screen until it is closed. */
export function LaterDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ErrorBoundary
      fallbackRender={({ error }) =>
        createPortal(
          <div className="later-dialog__failure">
            <FailureNotice error={error} onRetry={reload} />
            <Button variant="minimal" icon={<Cross />} aria-label={t('action.close')} onClick={onClose} />
          </div>,
          document.body,
        )
      }
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Code that did not come once does not come again in this document; the address keeps what was chosen. */
function reload(): void {
  location.reload();
}

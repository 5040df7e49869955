import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { askAgain, retry } from './lazy.ts';
import './lazy-part.css';

interface LazyPartProps {
  children: ReactNode;
  /** Shown until the code is there. */
  placeholder?: ReactNode;
}

/**
 * A part of a page whose code comes later. Where it does not come, e.g. without a connection, a notice stands in its
 * place, and the rest of the page goes on.
 */
export function LazyPart({ children, placeholder = null }: LazyPartProps) {
  const tryAgain = useRetry();
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => (
        <FailureNotice error={error} onRetry={() => tryAgain(resetErrorBoundary)} />
      )}
    >
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The same for a dialog: where its code does not come, the notice stands at the edge of the screen until it is closed. */
export function LazyDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation();
  const tryAgain = useRetry();
  // Opened another time, it is tried anew.
  const close = () => askAgain().then(onClose);
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) =>
        createPortal(
          <div className="lazy-dialog__failure">
            <FailureNotice error={error} onRetry={() => tryAgain(resetErrorBoundary)} />
            <Button variant="minimal" icon={<Cross />} aria-label={t('action.close')} onClick={close} />
          </div>,
          document.body,
        )
      }
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Fetches what did not come and draws it. */
function useRetry(): (drawAnew: () => void) => void {
  const hasTried = useRef(false);
  return (drawAnew) => {
    retry(hasTried.current, drawAnew);
    hasTried.current = true;
  };
}

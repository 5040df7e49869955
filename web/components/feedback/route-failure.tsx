import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { retry } from '../loading/later-code.ts';
import { useGo } from '../navigation/use-go.ts';
import { FailureNotice } from './failure-notice.tsx';
import { NotFound } from './not-found.tsx';

let triedAgain = '';

/** Shown in place of a page that could not be loaded or drawn, or that is for others; what is around it stays. */
export function RouteFailure() {
  const error = useRouteError();
  const go = useGo();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  console.error(error);

  function tryAgain() {
    const address = pathname + search;
    retry(triedAgain === address, () => go(address, { replace: true, preventScrollReset: true }));
    triedAgain = address;
  }

  return <FailureNotice error={error} onRetry={tryAgain} />;
}

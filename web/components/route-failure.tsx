import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { isConnected } from '../api/connection.ts';
import { FailureNotice } from './failure-notice.tsx';
import { askAgain } from './later-code.ts';
import { NotFound } from './not-found.tsx';
import { useGo } from './use-go.ts';

let triedAgain = '';

/** Shown in place of a page that could not be loaded or drawn, or that is for others; what is around it stays. */
export function RouteFailure() {
  const error = useRouteError();
  const go = useGo();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  console.error(error);

  function retry() {
    const address = pathname + search;
    // Code that does not come from a server that is there was replaced by newer: only a new document asks for that.
    if (triedAgain === address && isConnected()) return location.reload();
    triedAgain = address;
    askAgain().then(() => go(address, { replace: true, preventScrollReset: true }));
  }

  return <FailureNotice error={error} onRetry={retry} />;
}

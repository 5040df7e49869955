import { isRouteErrorResponse, useRouteError } from 'react-router';
import { FailureNotice } from './failure-notice.tsx';
import { NotFound } from './not-found.tsx';

/** Shown in place of a page that could not be loaded or drawn, or that is for others. */
export function RouteFailure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  console.error(error);
  return <FailureNotice error={error} onRetry={() => location.reload()} />;
}

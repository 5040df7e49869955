import { useRouteError } from 'react-router';
import { FailureNotice } from './failure-notice.tsx';

/** Shown in place of a page that could not be loaded or drawn. */
export function RouteFailure() {
  const error = useRouteError();
  console.error(error);
  return <FailureNotice error={error} onRetry={() => location.reload()} />;
}

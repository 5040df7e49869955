import { useSearchParams } from 'react-router';

/** True for `layout=lite`: the page alone, without top bar and footer, e.g. to embed it elsewhere. */
export function useLiteLayout(): boolean {
  const [parameters] = useSearchParams();
  return parameters.get('layout') === 'lite';
}

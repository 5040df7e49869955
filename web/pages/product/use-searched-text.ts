import { useEffect, useState } from 'react';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { useAddress } from '../../components/navigation/use-address.ts';

/**
 * What is looked for in a list, and what is typed of it by now. The address has both text and page, each under the name that
 * is given: another text begins with the first page.
 */
export function useSearchedText(textName: string, pageName: string) {
  const { parameters, go } = useAddress();
  const text = parameters.get(textName) ?? '';
  const [typed, setTyped] = useState(text);
  const settled = useDebounced(typed.trim());
  useEffect(() => {
    if (settled !== text) go({ [textName]: settled || null, [pageName]: null }, { replace: true });
  });
  return { text, typed, setTyped };
}

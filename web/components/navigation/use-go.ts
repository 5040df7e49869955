import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { keeping } from '../../choice/kept-parameters.ts';

/** Goes to another page, with the language and the layout of this one. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (to, options) => {
      navigate(keeping(to, search), options);
    },
    [navigate, search],
  );
}

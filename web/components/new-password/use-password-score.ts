import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { portalQuery } from '../../api/portal.ts';
import { passwordScore } from './password-strength.ts';

/** The score of what is typed, 0 to 4; undefined while the dictionaries are loading or when they can't be. */
export function usePasswordScore(password: string): number | undefined {
  const { data: portal } = useQuery(portalQuery);
  const [score, setScore] = useState<number>();
  const providerName = portal?.providerName ?? '';
  useEffect(() => {
    let current = true;
    const show = (value: number | undefined) => {
      if (current) setScore(value);
    };
    passwordScore(password, providerName.split(/\s+/).filter(Boolean)).then(show, () => show(undefined));
    return () => {
      current = false;
    };
  }, [password, providerName]);
  return score;
}

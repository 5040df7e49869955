import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { portalQuery } from '../../../api/portal.ts';
import { passwordScore } from './password-strength.ts';

/**
 * The score of what is typed, 0 to 4, for somebody who knows what `about` says of the user; undefined while the
 * dictionaries are loading or when they can't be.
 */
export function usePasswordScore(password: string, about = ''): number | undefined {
  const { data: portal } = useQuery(portalQuery);
  const [score, setScore] = useState<number>();
  const providerName = portal?.providerName ?? '';
  useEffect(() => {
    let current = true;
    const show = (value: number | undefined) => {
      if (current) setScore(value);
    };
    // Who types on does not wait for what was typed before to be checked.
    const timer = setTimeout(() => {
      passwordScore(password, wordsOf(`${providerName} ${about}`)).then(show, () => show(undefined));
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, providerName, about]);
  return score;
}

/** Whole e-mail addresses and their parts. */
function wordsOf(text: string): string[] {
  return [...text.split(/\s+/), ...text.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);
}

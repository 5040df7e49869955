import { useQuery } from '@tanstack/react-query';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECKED_CHARACTERS, checkedWith } from '#shared/password-rule.ts';
import { portalQuery } from '../../../api/portal.ts';
import '../forms.css';

const steps = [0, 1, 2, 3, 4] as const;

/** Four bars and a word for a score of 0 to 4; the advice alone while there is none. */
export function StrengthMeter({ id, score }: { id: string; score: number | undefined }) {
  const { t } = useTranslation('account');
  const word = steps.find((step) => step === score);
  return (
    <div className="strength-meter" id={id} data-score={score}>
      <div className="strength-meter__bars" aria-hidden="true">
        {steps.slice(1).map((step) => (
          <span key={step} data-filled={score !== undefined && score >= step} />
        ))}
      </div>
      <p role="status" className="strength-meter__word">
        {word === undefined ? t('strength.unknown') : t(`strength.score${word}`)}
      </p>
      <p className="note strength-meter__advice">{t('strength.advice')}</p>
    </div>
  );
}

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

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * How hard a password is to guess, 0 to 4, for somebody who knows the words of our languages and `about` the portal.
 * The dictionaries (about 1 MB) are loaded when first asked for; rejects when that fails, and the next call tries again.
 */
async function passwordScore(password: string, about: readonly string[]): Promise<number> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return (await loading).check(password.slice(0, CHECKED_CHARACTERS), [...about]).score;
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, de, en, fr, it] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-de'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-fr'),
    import('@zxcvbn-ts/language-it'),
  ]);
  return new ZxcvbnFactory(checkedWith({ common, de, en, fr, it }));
}

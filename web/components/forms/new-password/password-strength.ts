import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { CHECKED_CHARACTERS, checkedWith } from '#shared/password-rule.ts';

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * How hard a password is to guess, 0 to 4, for somebody who knows the words of our languages and `about` the portal.
 * The dictionaries (about 1 MB) are loaded when first asked for; rejects when that fails, and the next call tries again.
 */
export async function passwordScore(password: string, about: readonly string[]): Promise<number> {
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

import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Of 0 to 4. */
export const requiredScore = 4;

/** The time that a check takes grows with both. What is hard to guess by its first characters is so as a whole. */
const mostCharacters = 72;
const mostSubstitutions = 4;

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
  return (await loading).check(password.slice(0, mostCharacters), [...about]).score;
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
  // Some packages name their lists alike, so the language becomes part of the name.
  const dictionary = Object.fromEntries(
    Object.entries({ common, de, en, fr, it }).flatMap(([language, { dictionary: lists }]) =>
      Object.entries(lists).map(([name, words]) => [`${name}-${language}`, words]),
    ),
  );
  return new ZxcvbnFactory({
    dictionary,
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: mostSubstitutions,
  });
}

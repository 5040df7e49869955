import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** A password must reach the highest score. */
export const REQUIRED_SCORE = 4;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * How hard a password is to guess, 0 to 4 (zxcvbn), for an attacker who knows the words of our four languages and
 * `about` the user. The dictionaries are loaded when first asked for.
 */
export async function passwordScore(password: string, about: readonly string[]): Promise<number> {
  loading ??= load();
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  return (await loading).check(password.slice(0, 200), words).score;
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
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
}

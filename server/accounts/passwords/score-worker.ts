import { parentPort } from 'node:worker_threads';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export type ScoreRequest = { password: string; about: readonly string[] };

/** The time that a check takes grows with both. What is hard to guess by its first characters is so as a whole. */
const MOST_CHARACTERS = 72;
const MOST_SUBSTITUTIONS = 4;

const port = parentPort!;
const checker = await load();

/** Answers with the score; what goes wrong ends the thread. */
port.on('message', ({ password, about }: ScoreRequest) => {
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  port.postMessage(checker.check(password.slice(0, MOST_CHARACTERS), words).score);
});

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
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
  });
}

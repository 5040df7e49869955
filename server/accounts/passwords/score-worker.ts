import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { CHECKED_CHARACTERS, checkedWith } from '#shared/password-rule.ts';
import type { Work } from '../../platform/threads.ts';

export type ScoreRequest = { password: string; about: readonly string[] };

const checker = await load();

export default function score({ request: { password, about } }: Work<ScoreRequest>): number {
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  return checker.check(password.slice(0, CHECKED_CHARACTERS), words).score;
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

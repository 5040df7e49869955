import { expect, test } from 'vitest';
import { combination, ROUNDS } from '../../../bench/browser/clicks.ts';

test('a click asks for what no round has asked for, whichever filter it takes away', () => {
  const questions = Array.from({ length: ROUNDS }, (_, round) => {
    const chosen = [...new URLSearchParams(combination(round))].map((pair) => pair.join('='));
    const taken = chosen.filter((each) => !each.startsWith('atc='));
    expect(taken.length).toBeGreaterThan(0);
    return [chosen, ...taken.map((one) => chosen.filter((each) => each !== one))].map(String);
  }).flat();
  expect(new Set(questions).size).toBe(questions.length);
});

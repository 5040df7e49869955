import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { passwordScore } from '#server/accounts/passwords/password-score.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { long } from '#tests/support/rounds.ts';

test('words of our languages, and what is known of the user, are easy to guess', async () => {
  expect(await passwordScore('apotheke2026', [])).toBeLessThan(REQUIRED_SCORE);
  expect(await passwordScore('P4ssw0rt!', [])).toBeLessThan(REQUIRED_SCORE);
  expect(await passwordScore('Nebelhorn-Quitte-Sattel-91', [])).toBe(REQUIRED_SCORE);
  const about = ['Zacharias Quittenbaum', 'zq@portal.example'];
  expect(await passwordScore('Quittenbaum7', [])).toBeGreaterThan(await passwordScore('Quittenbaum7', about));
});

test('a long password is one of 72 characters: hard to guess by them, or not hard', async () => {
  const sentence = 'Der graue Esel trinkt am Montag lauwarmen Tee und liest dazu den Fahrplan der Bergbahn';
  expect(sentence.length).toBeGreaterThan(72);
  expect(await passwordScore(sentence, [])).toBe(REQUIRED_SCORE);
  expect(await passwordScore('a'.repeat(200), [])).toBeLessThan(REQUIRED_SCORE);
  expect(await passwordScore('a'.repeat(72) + sentence, [])).toBeLessThan(REQUIRED_SCORE);
});

test('whatever is checked, others are answered meanwhile', async () => {
  const checked = Promise.all(
    ['4@$1!|0357', 'Xy7-Wald!', 'p4$$w0rd'].map((part) => passwordScore(part.repeat(25).slice(0, 200), [])),
  );
  let isChecked = false;
  void checked.finally(() => {
    isChecked = true;
  });
  let turns = 0;
  for (; !isChecked; turns++) await setImmediate();
  await checked;
  expect(turns).toBeGreaterThan(1000);
});

test('none of the passwords that are most used passes, nor one of ten characters however it is drawn', async () => {
  const { default: common } = await import('@zxcvbn-ts/language-common');
  const used = common.dictionary['passwords-common'];
  expect(used.length).toBeGreaterThan(40_000);
  // The shorter ones are caught by their length.
  const longer = used.map(String).filter((password) => password.length > 10);
  expect(longer.length).toBeGreaterThan(500);
  const some = long ? longer : longer.filter((_, at) => at % 8 === 0);
  for (const password of [...some, 'q7#Vz!m2Kd', '\u00e4\u20ac\u{1f600}xQ9!w~', 'Zt4&pL0^uR'])
    expect(await passwordScore(password, []), password).toBeLessThan(REQUIRED_SCORE);
});

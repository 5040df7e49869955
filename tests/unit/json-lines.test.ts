import { expect, test } from 'vitest';
import { jsonLines, parseJsonLines } from '#shared/json-lines.ts';

const text =
  '{"progress":{"stage":"received"}}\n{"progress":{"stage":"reading"}}\n\n{"result":{"warnings":["ü"]}}\n';
const lines = [
  { progress: { stage: 'received' } },
  { progress: { stage: 'reading' } },
  { result: { warnings: ['ü'] } },
];

test.each([1, 2, 7, text.length])('every complete line is read once, in pieces of %i', (length) => {
  const seen: unknown[] = [];
  const read = jsonLines((line) => seen.push(line));
  for (let start = 0; start < text.length; start += length) read(text.slice(start, start + length));
  expect(seen).toEqual(lines);
});

test('a line is read as soon as it is complete, and the last one once it is said to be', () => {
  const seen: unknown[] = [];
  const read = jsonLines((line) => seen.push(line));
  read('1\n2');
  expect(seen).toEqual([1]);
  read('\n');
  expect(seen).toEqual([1, 2]);
});

test('a whole text needs no line break at its end, and may be empty', () => {
  expect(parseJsonLines(text.trimEnd())).toEqual(lines);
  expect(parseJsonLines('')).toEqual([]);
});

test('a line that is cut off is an error', () => {
  expect(() => parseJsonLines('{"progress":1}\n{"resu')).toThrow(SyntaxError);
});

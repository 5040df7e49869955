import { expect, test } from 'vitest';
import { views } from '#analytics/views/index.ts';
import { queryString } from '../../../bench/views/over-http.ts';
import { questions } from '../../../bench/views/questions.ts';
import { verdicts } from '../../../bench/views/targets.ts';

test('every registered view is asked', () => {
  const asked = new Set(questions([]).map(({ view }) => view.name));
  expect([...asked]).toEqual(views.map(({ name }) => name));
  expect(new Set(questions([]).map(({ name }) => name)).size).toBe(questions([]).length);
  expect(() => questions(['atcc'])).toThrow('No such view: atcc');
});

test('a question is asked over HTTP as the web client asks it', () => {
  expect(queryString({ general: ['match', 'sb20'], limit: 500, offset: null, molecule: [] })).toBe(
    'general=match&general=sb20&limit=500',
  );
});

test('a target counts as met on its right side only', () => {
  const ours = { engine: 'ours', question: 'atc' };
  const { entries } = verdicts([
    { ...ours, temperature: 'warm', size: '10k', p50: 2, p95: 8 },
    { ...ours, temperature: 'warm', size: '10M', p50: 3.1, p95: 7 },
    { ...ours, temperature: 'cold', size: '10k', p50: 30, p95: 61 },
    { engine: 'PostgreSQL', question: 'figures and lists', size: '100k', temperature: 'warm', ratio: 15 },
  ]);
  expect(Object.fromEntries(entries.map(({ target, met }) => [target, met]))).toEqual({
    'slowest warm view, p95': true,
    'first answer of a 10k statistic, cold, p95': false,
    'all views on 10M lines by those on 10k': false,
    'PostgreSQL by ours, 100k, figures and lists': true,
  });
});

import { expect, test } from 'vitest';
import { views } from '#analytics/views/index.ts';
import { isSeries, marketQuestions } from '../../../bench/market/questions.ts';
import { marketVerdicts } from '../../../bench/market/targets.ts';
import { queryString } from '../../../bench/views/over-http.ts';
import { questions, TEN_BEST_OFFERS } from '../../../bench/views/questions.ts';
import { verdicts } from '../../../bench/views/targets.ts';
import { questionOf } from '../../../web/pages/dashboard/summary/best-offers-query.ts';

test('every registered view is asked, about a statistic or over the market', () => {
  const all = [...questions([]), ...marketQuestions([], '7680000000000')];
  expect(new Set(all.map(({ view }) => view))).toEqual(new Set(views));
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(() => questions(['atcc'])).toThrow('No such view: atcc');
  expect(() => marketQuestions(['atcc'], '')).toThrow('No such view: atcc');
  expect([questions(['portfolio']), marketQuestions(['atc'], '')]).toEqual([[], []]);
});

test('the ten best offers are asked as the overview asks for them', () => {
  const offers = questions([]).find(({ name }) => name === TEN_BEST_OFFERS)!;
  const { offset: _, ...asked } = questionOf('turnoverPotential');
  expect(offers.parameters).toMatchObject(asked);
});

test('the two lines of the overview are series, the list of what changed on a day is none', () => {
  const series = marketQuestions([], '7680000000000').filter(isSeries);
  expect(series.map(({ name }) => name)).toEqual(['stockoutstat/PROVIDER', 'stockoutstat/GENERICA']);
});

test('a question is asked over HTTP as the web client asks it', () => {
  expect(queryString({ general: ['match', 'sb20'], limit: 500, offset: null, molecule: [] })).toBe(
    'general=match&general=sb20&limit=500',
  );
});

test('a target counts as met on its right side only', () => {
  const ours = { engine: 'ours', question: 'atc' };
  const { entries } = verdicts([
    { ...ours, temperature: 'warm', size: '10k', p50: 2, p95: 15, rows: 14 },
    { ...ours, question: TEN_BEST_OFFERS, temperature: 'warm', size: '10k', p50: 0, p95: 15.1, rows: 10 },
    // 4,000 rows more than an answer may have in 15 ms.
    { ...ours, question: 'product', temperature: 'warm', size: '10k', p50: 2, p95: 55, rows: 5000 },
    { ...ours, question: 'what_if (none, 59)', temperature: 'warm', size: '10k', p50: 0, p95: 30, rows: 1 },
    { ...ours, temperature: 'warm', size: '1M', p50: 2, p95: 5 },
    { ...ours, temperature: 'warm', size: '10M', p50: 2.5, p95: 7 },
    { ...ours, temperature: 'cold', size: '10k', p50: 30, p95: 91 },
    { engine: 'PostgreSQL', question: 'figures and lists', size: '1M', temperature: 'warm', ratio: 40 },
    { engine: 'typed arrays', question: 'figures and lists', size: '1M', temperature: 'warm', ratio: 0.49 },
  ]);
  expect(Object.fromEntries(entries.map(({ target, met }) => [target, met]))).toEqual({
    'slowest warm view, less 10 µs a row beyond 1000, p95': false,
    'what if, warm, p95': true,
    'the ten best offers, warm, p95': false,
    'first answer of a 10k statistic, cold, p95': false,
    'all views on 10M lines by those on 1M': false,
    'PostgreSQL by ours, 1M, figures and lists': true,
    'typed arrays by ours, 1M, figures and lists': false,
  });
});

test('of the market, views, series, cached answers and ratios are judged each by its own bound', () => {
  const ours = { engine: 'ours', question: 'portfolio', series: false };
  const series = { engine: 'ours', question: 'stockoutstat/GENERICA', series: true };
  const postgres = { engine: 'PostgreSQL', temperature: 'warm' };
  const { entries } = marketVerdicts([
    { ...ours, temperature: 'warm', p95: 15.1 },
    { ...ours, temperature: 'uncached at the server', p95: 50 },
    { ...ours, temperature: 'cached at the server', p95: 1 },
    { ...series, temperature: 'warm', p95: 19 },
    { ...series, temperature: 'cached at the server', p95: 0.4 },
    { ...postgres, question: 'portfolio', ratio: 40 },
    { ...postgres, question: 'portfolio/episodes', ratio: 0.2 },
    { ...postgres, question: 'the market', ratio: 31 },
    { engine: 'PostgreSQL, per article', question: 'portfolio', ratio: 2 },
  ]);
  expect(entries.map(({ target, measured, met }) => [target, measured, met])).toEqual([
    ['slowest warm view of the market, p95', 15.1, false],
    ['slowest warm series over three years, p95', 19, true],
    ['slowest cached view of the market at the server, p95', 1, true],
    ['PostgreSQL by ours, all views of the market', 31, true],
  ]);
});

import { type Question, questionsAbout } from '../views/questions.ts';

/** Every registered view over the market, at least once; `names` narrows it. `gtin`: the product that is asked for. */
export function marketQuestions(names: readonly string[], gtin: string): Question[] {
  const all = { stockOutSince: '2000-01-01' };
  return questionsAbout('market', names, {
    portfolio: [{}, { general: ['match'], type: ['generika'], sortBy: 'turnoverPotential' }, all],
    'portfolio/competitor': [{}, all],
    'portfolio/full': [{}, all],
    'portfolio/episodes': [{ gtin }],
    'portfolio/deliveries': [{ gtin }],
  });
}

/** Whether it is a series over all days. */
export function isSeries({ view }: Question): boolean {
  return view.name === 'stockoutstat/PROVIDER' || view.name === 'stockoutstat/GENERICA';
}

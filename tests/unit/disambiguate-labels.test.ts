import { expect, test } from 'vitest';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';

test('what is called as something else of a list is told apart from it, and what is not keeps its name', () => {
  const statistics = [
    { period: '2025', file: 'North.xlsx' },
    { period: '2025', file: 'South.xlsx' },
    { period: '2024', file: 'North.xlsx' },
  ];
  const nameOf = disambiguateLabels(
    statistics,
    ({ period }) => period,
    ({ file }) => file,
  );
  expect(statistics.map(nameOf)).toEqual(['2025, North.xlsx', '2025, South.xlsx', '2024']);
});

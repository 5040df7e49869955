import { expect, test } from 'vitest';
import { mergeEdits } from '../../../web/components/forms/use-versioned-save.ts';

const before = { name: 'Aare', place: 'Bern', open: true, members: ['a', 'b'] };

test('who has changed a field alone has the say', () => {
  const merged = mergeEdits(
    before,
    { ...before, name: 'Aare AG' },
    { ...before, place: 'Thun', open: false },
  );
  expect(merged).toEqual({ form: { ...before, name: 'Aare AG', place: 'Thun', open: false }, both: [] });
});

test('what both have changed is to be decided, with the user’s own value in the form', () => {
  const merged = mergeEdits(
    before,
    { ...before, name: 'Mine', place: 'Thun' },
    { ...before, name: 'Theirs' },
  );
  expect(merged).toEqual({ form: { ...before, name: 'Mine', place: 'Thun' }, both: ['name'] });
});

test('what both have changed alike is not to be decided, whatever the order of a list', () => {
  const mine = { ...before, name: 'Aare AG', members: ['c', 'a'] };
  const stored = { ...before, name: 'Aare AG', members: ['a', 'c'] };
  expect(mergeEdits(before, mine, stored).both).toEqual([]);
});

test('going back to what one began with is no change, so the other one’s counts', () => {
  expect(mergeEdits(before, before, { ...before, name: 'Theirs' })).toEqual({
    form: { ...before, name: 'Theirs' },
    both: [],
  });
});

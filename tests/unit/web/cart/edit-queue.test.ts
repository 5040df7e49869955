import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  HeaderEdit,
  HeaderFields,
  KeptEdit,
  RowEdit,
  RowsEdit,
} from '../../../../web/pages/dashboard/cart/edits/edit.ts';
import {
  createEditQueue,
  type EditQueue,
  type Outcome,
} from '../../../../web/pages/dashboard/cart/edits/edit-queue.ts';

const made = (version: number): Outcome => ({
  made: true,
  rowVersion: () => version,
  headerVersion: version,
});
const row = (gtin: string, selected: string, version = 0): RowEdit => ({
  kind: 'row',
  gtin,
  name: gtin,
  selected,
  multiplier: '1',
  version,
});

const header = (fields: Partial<HeaderFields>): HeaderEdit => ({
  kind: 'header',
  fields,
  before: {},
  version: 3,
});

/** What was sent, each to be answered by the test. */
let sent: { edit: KeptEdit; answer: (outcome: Outcome) => void }[];
let kept: readonly KeptEdit[];
let isFull: boolean;
let queue: EditQueue;

beforeEach(() => {
  sent = [];
  kept = [];
  isFull = false;
  let id = 0;
  queue = createEditQueue({
    send: (edit) => new Promise((answer) => sent.push({ edit, answer })),
    keep: (edits) => {
      if (isFull && edits.length > 0) return false;
      kept = edits;
      return true;
    },
    newId: () => `e${++id}`,
  });
});

/** Lets what was answered take effect. */
const turn = () => new Promise((resolve) => setTimeout(resolve));
const states = () => queue.state().edits.map(({ state }) => state);

test('edits that cannot be kept are said not to be until they are made, or there is room', async () => {
  isFull = true;
  queue.add([row('a', '1')]);
  expect(queue.state().isKept).toBe(false);
  sent[0]!.answer(made(1));
  await turn();
  expect(queue.state()).toMatchObject({ edits: [], isKept: true });
  queue.add([row('b', '2')]);
  expect(queue.state().isKept).toBe(false);
  isFull = false;
  queue.add([row('c', '3')]);
  expect(queue.state().isKept).toBe(true);
  expect(kept).toHaveLength(2);
});

test('edits are sent one after the other in their order, and kept until they are made', async () => {
  queue.add([row('a', '1'), row('b', '2')]);
  expect(sent.map(({ edit }) => (edit as RowEdit).gtin)).toEqual(['a']);
  expect(kept).toHaveLength(2);
  sent[0]!.answer(made(1));
  await turn();
  expect(sent.map(({ edit }) => (edit as RowEdit).gtin)).toEqual(['a', 'b']);
  sent[1]!.answer(made(2));
  await turn();
  expect(queue.state().edits).toEqual([]);
  expect(kept).toEqual([]);
});

test('what is typed while its row is being saved follows, based on what that has left', async () => {
  queue.add([row('a', '1', 7)]);
  queue.add([row('a', '2', 7)]);
  queue.add([row('a', '3', 7)]);
  expect(queue.state().edits).toHaveLength(2);
  sent[0]!.answer(made(8));
  await turn();
  expect(sent[1]!.edit).toMatchObject({ selected: '3', version: 8 });
  expect(sent[1]!.edit.id).not.toBe(sent[0]!.edit.id);
});

test('an unsent edit gives way to a newer one of its row, unless something stands between them', () => {
  queue.add([row('x', '9')]);
  queue.add([row('a', '1'), row('a', '2')]);
  queue.add([{ kind: 'bulk-deselect', filter: {} }]);
  queue.add([row('a', '3')]);
  expect(queue.state().edits.map((edit) => ('selected' in edit ? edit.selected : edit.kind))).toEqual([
    '9',
    '2',
    'bulk-deselect',
    '3',
  ]);
});

test('header fields that wait are saved together', () => {
  queue.add([row('x', '9')]);
  queue.add([{ kind: 'header', fields: { visible: true }, before: { visible: false }, version: 3 }]);
  queue.add([{ kind: 'header', fields: { wholesaler: 5 }, before: { wholesaler: null }, version: 3 }]);
  expect(queue.state().edits[1]).toMatchObject({
    fields: { visible: true, wholesaler: 5 },
    before: { visible: false, wholesaler: null },
  });
});

test('a signature is for what was there when it was given: what waits stays before it, what follows comes after it', () => {
  queue.add([row('x', '9')]);
  queue.add([header({ wholesaler: 5 })]);
  queue.add([row('a', '1')]);
  queue.add([header({ signature: 'typed', signatureName: 'Anna Muster' })]);
  queue.add([row('a', '2')]);
  queue.add([header({ deliveryDate: '2026-12-01' })]);
  queue.add([header({ signature: null })]);
  const said = queue
    .state()
    .edits.map((edit) => ('selected' in edit ? edit.selected : 'fields' in edit && edit.fields));
  expect(said).toEqual([
    '9',
    { wholesaler: 5 },
    '1',
    { signature: 'typed', signatureName: 'Anna Muster' },
    '2',
    { deliveryDate: '2026-12-01', signature: null },
  ]);
});

test('a conflict waits for a person, and what comes after it goes on', async () => {
  queue.add([row('a', '1'), row('b', '2')]);
  const theirs = { cartRowID: 'a', gtin: 'a', selectedQuantity: 4, selectedExact: '4', packs: 4, version: 6 };
  sent[0]!.answer({ made: false, becomes: { state: 'conflict', theirs, theirVersion: 6 } });
  await turn();
  sent[1]!.answer(made(7));
  await turn();
  expect(queue.state().edits).toMatchObject([{ gtin: 'a', selected: '1', state: 'conflict' }]);
  expect(kept).toHaveLength(1);
  expect(await queue.idle()).toBe(false);
  queue.drop(() => false);
  expect(kept).toEqual([]);
});

test('typing over a conflict leaves the newest value alone', async () => {
  queue.add([row('a', '1')]);
  sent[0]!.answer({ made: false, becomes: { state: 'refused', reason: 'no' } });
  await turn();
  queue.add([row('a', '2', 6)]);
  expect(queue.state().edits).toMatchObject([{ selected: '2', version: 6 }]);
});

test('other settings leave a conflict to be decided, the same ones decide it', async () => {
  queue.add([header({ wholesaler: 5, deliveryDate: '2026-12-01' })]);
  const theirs = { wholesaler: 6 };
  sent[0]!.answer({ made: false, becomes: { state: 'conflict', theirs, theirVersion: 9 } });
  await turn();
  queue.add([header({ visible: true })]);
  expect(queue.state().edits).toMatchObject([
    { state: 'conflict', fields: { wholesaler: 5, deliveryDate: '2026-12-01' } },
    { state: 'sending', fields: { visible: true } },
  ]);
  sent[1]!.answer(made(10));
  await turn();
  queue.add([header({ wholesaler: 7 })]);
  await turn();
  // What was not in conflict is saved with it, on top of theirs.
  expect(sent[2]!.edit).toMatchObject({ version: 9, fields: { wholesaler: 7, deliveryDate: '2026-12-01' } });
  sent[2]!.answer(made(11));
  await turn();
  expect(queue.state().edits).toEqual([]);
});

test('edits of another tab come before what has not been sent yet', () => {
  queue.add([row('a', '1'), row('b', '2')]);
  queue.adopt([{ ...row('c', '3'), id: 'other', state: 'typing' }]);
  expect(queue.state().edits.map((edit) => 'gtin' in edit && edit.gtin)).toEqual(['a', 'c', 'b']);
  expect(states()).toEqual(['sending', 'waiting', 'waiting']);
});

describe('in time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  test('typing is sent when it pauses, or when it is over', async () => {
    queue.add([row('a', '1')], { typing: true });
    await later(500);
    queue.add([row('a', '12')], { typing: true });
    await later(500);
    expect(sent).toHaveLength(0);
    expect(kept).toMatchObject([{ selected: '12' }]);
    await later(300);
    expect(sent).toHaveLength(1);
    sent[0]!.answer(made(1));
    await later(0);
    queue.add([row('b', '5')], { typing: true });
    queue.settle();
    expect(sent).toHaveLength(2);
  });

  test('without an answer an edit waits under its name, longer each time, and is never dropped', async () => {
    queue.add([row('a', '1')]);
    for (const [place, wait] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
      sent[place]!.answer({ made: false, becomes: 'later', error: new Error('offline') });
      await later(0);
      expect(queue.state().trouble).toBeInstanceOf(Error);
      await later(wait - 1);
      expect(sent).toHaveLength(place + 1);
      await later(1);
    }
    expect(new Set(sent.map(({ edit }) => edit.id)).size).toBe(1);
    sent.at(-1)!.answer(made(1));
    await later(0);
    expect(queue.state()).toEqual({ edits: [], trouble: null, isKept: true });
  });

  test('what the server may have made without an answer is asked about first, and what follows is based on that', async () => {
    queue.add([row('a', '5', 3)]);
    queue.add([header({ quantityMultiplier: 2 })]);
    sent[0]!.answer({ made: false, becomes: 'later', error: new Error('offline') });
    await later(0);
    queue.add([row('a', '6', 3)]);
    queue.add([row('a', '7', 3)]);
    expect(queue.state().edits.map((edit) => edit.kind === 'row' && edit.selected)).toEqual([
      '5',
      false,
      '7',
    ]);
    await later(1_000);
    expect(sent[1]!.edit).toMatchObject({ id: sent[0]!.edit.id, selected: '5', version: 3 });
    sent[1]!.answer(made(4));
    await later(0);
    sent[2]!.answer({ made: false, becomes: 'later', error: new Error('offline') });
    await later(0);
    queue.add([header({ quantityMultiplier: 3 })]);
    queue.add([header({ visible: true })]);
    await later(2_000);
    sent[3]!.answer(made(5));
    await later(0);
    expect(sent[4]!.edit).toMatchObject({ selected: '7', version: 4 });
    sent[4]!.answer({ ...made(6), headerVersion: null } as Outcome);
    await later(0);
    expect(sent[5]!.edit).toMatchObject({
      fields: { quantityMultiplier: 3, visible: true },
      version: 5,
    });
  });

  test('what another page has left may be made, and is not joined', () => {
    queue.adopt([
      { ...row('b', '4', 3), id: 'first', state: 'sending' },
      { ...row('a', '5', 3), id: 'left', state: 'sending' },
    ]);
    expect(states()).toEqual(['sending', 'waiting']);
    queue.add([row('a', '6', 3)]);
    expect(queue.state().edits.map(({ id }) => id)).toEqual(['first', 'left', 'e1']);
  });

  test('after the end of the session nothing is sent until somebody wakes the queue', async () => {
    queue.add([row('a', '1')]);
    sent[0]!.answer({ made: false, becomes: 'stop' });
    await later(60_000);
    expect(sent).toHaveLength(1);
    expect(kept).toHaveLength(1);
    queue.wake();
    expect(sent).toHaveLength(2);
  });
});

test('many rows are one edit: based on what went before, and what of it is left is for a person to decide', async () => {
  queue.add([row('a', '1', 0)]);
  const rows = ['a', 'b', 'c'].map((gtin) => ({ gtin, name: gtin, selected: '5', version: 0 }));
  queue.add([{ kind: 'rows', rows, multiplier: '1' }]);
  queue.add([row('a', '6', 0), row('b', '7', 0)]);
  sent[0]!.answer(made(4));
  await turn();
  const many = sent[1]!.edit as KeptEdit<RowsEdit>;
  expect(many.rows.map(({ gtin, version }) => [gtin, version])).toEqual([
    ['a', 4],
    ['b', 0],
    ['c', 0],
  ]);
  const theirs = {
    cartRowID: 'b',
    gtin: 'b',
    selectedQuantity: 9,
    selectedExact: '9',
    packs: 9,
    version: 3,
  };
  sent[1]!.answer({
    made: true,
    rowVersion: (gtin) => (gtin === 'b' ? null : 5),
    headerVersion: null,
    left: [{ ...row('b', '5'), state: 'conflict', theirs, theirVersion: 3 }],
  });
  await turn();
  const { edits } = queue.state();
  expect(edits.map((edit) => [(edit as RowEdit).gtin, edit.state, (edit as RowEdit).version])).toEqual([
    ['b', 'conflict', 0],
    ['a', 'sending', 5],
    ['b', 'waiting', 0],
  ]);
  expect(new Set(edits.map(({ id }) => id)).size).toBe(3);
});

import { type Edit, type HeaderFields, isUnderWay, type KeptEdit, type RowEdit } from './edit.ts';

/** The edits with another one, which takes the place of an unsent one of the same thing that nothing stands between. */
export function withEdit(
  edits: readonly KeptEdit[],
  edit: Edit,
  typing: boolean,
  newId: () => string,
): KeptEdit[] {
  const state = typing ? ('typing' as const) : ('waiting' as const);
  const kept = edits.flatMap((each) => (isUnderWay(each) ? [each] : undecided(each, edit)));
  const place = kept.findLastIndex(
    (each) => isUnderWay(each) && (isOfSame(each, edit) || isStep(each) || isSigning(each)),
  );
  const before = kept[place];
  const canJoin = before?.state !== 'sending' && ![before, edit].some((each) => each && isSigning(each));
  if (before && isOfSame(before, edit) && canJoin) {
    return kept.with(place, merged(before, edit, newId(), state));
  }
  return [...kept, { ...edit, id: newId(), state } as KeptEdit];
}

/** What the server does with many rows, or with its own log, and many rows of one edit. */
export function isStep({ kind }: Edit): boolean {
  return kind !== 'row' && kind !== 'header';
}

/** Whether edits are about the same: one of them says what the other said. */
export function isOfSame(one: Edit, other: Edit): boolean {
  if (one.kind === 'row' && other.kind === 'rows') return other.rows.some(({ gtin }) => gtin === one.gtin);
  if (one.kind === 'row' && other.kind === 'row') return one.gtin === other.gtin;
  return one.kind === 'header' && other.kind === 'header';
}

/** What an edit that a person is to decide leaves to be decided once there is a newer one. */
function undecided(open: KeptEdit, edit: Edit): KeptEdit[] {
  if (!isOfSame(open, edit)) return [open];
  if (open.kind !== 'header' || edit.kind !== 'header') return [];
  const fields = without(open.fields, edit.fields);
  if (Object.keys(fields).length === 0) return [];
  if (open.state !== 'conflict') return [{ ...open, fields }];
  const theirs = without(open.theirs as Partial<HeaderFields>, edit.fields);
  if (Object.keys(theirs).length > 0) return [{ ...open, fields, theirs }];
  // What waited with it was in nobody's way.
  const { kind, before, id, theirVersion: version } = open;
  return [{ kind, fields, before, version, id, state: 'waiting' }];
}

function without(fields: Partial<HeaderFields>, others: Partial<HeaderFields>): Partial<HeaderFields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in others)));
}

/** Another name than before: should the former have been sent after all, this is another change. */
function merged(before: KeptEdit, edit: Edit, id: string, state: 'typing' | 'waiting'): KeptEdit {
  if (before.kind === 'header' && edit.kind === 'header') {
    const fields = { ...before.fields, ...edit.fields };
    return { ...before, fields, before: { ...edit.before, ...before.before }, id, state } as KeptEdit;
  }
  const { version } = before as KeptEdit<RowEdit>;
  return { ...edit, version, id, state } as KeptEdit;
}

/** Signs what stands before it: nothing may get from one side of it to the other. */
function isSigning(edit: Edit): boolean {
  return edit.kind === 'header' && Boolean(edit.fields.signature);
}

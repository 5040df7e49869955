import {
  type Edit,
  type EditState,
  type HeaderFields,
  isUnderWay,
  type KeptEdit,
  type RowEdit,
  type RowsEdit,
} from './edit.ts';

/** What became of an edit that was sent. */
export type Outcome =
  /** Versions that later edits are based on then; of rows by GTIN. */
  | {
      made: true;
      rowVersion: (gtin: string) => number | null;
      headerVersion: number | null;
      /** Rows of it that were not made, each for a person to decide. */
      left?: readonly LeftRow[];
    }
  | { made: false; becomes: Extract<EditState, { state: 'conflict' | 'refused' }> }
  /** No answer, or the server's own trouble: the edit waits. */
  | { made: false; becomes: 'later'; error: unknown }
  /** The session is over: the edit waits for the same user to come back. */
  | { made: false; becomes: 'stop' }
  /** Its version was out of date, and nothing else. */
  | { made: false; becomes: 'again'; version: number };

export type LeftRow = RowEdit & Extract<EditState, { state: 'conflict' | 'refused' }>;

export interface QueueState {
  edits: readonly KeptEdit[];
  /** Why nothing is sent at the moment; null while all goes well. */
  trouble: unknown;
  /** False where the browser can't keep the edits: they don't outlive the page. */
  isKept: boolean;
}

export interface EditQueue {
  subscribe(listener: () => void): () => void;
  state(): QueueState;
  /** Takes edits in their order. `typing`: the last one may still change, and is sent when typing pauses. */
  add(edits: readonly Edit[], options?: { typing?: boolean }): void;
  /** Typing is over. */
  settle(): void;
  /** Drops edits that are not being sent. */
  drop(leave: (edit: KeptEdit) => boolean): void;
  /** Takes over what another tab, or this page before, has left. */
  adopt(edits: readonly KeptEdit[]): void;
  /** Tries again at once. */
  wake(): void;
  /** Resolves once nothing is under way; false where something stays. */
  idle(): Promise<boolean>;
}

interface QueueParts {
  send(edit: KeptEdit): Promise<Outcome>;
  /** Keeps edits where they outlive the page; false where that can't be done. */
  keep(edits: readonly KeptEdit[]): boolean;
  newId(): string;
}

/** Milliseconds without a key after which what was typed is sent. */
const pause = 700;
const firstRetry = 1_000;
const longestRetry = 15_000;

/** Milliseconds that edits which were made may stay kept: sent again they are not made again. */
const tidy = 300;

/** Sends edits one after the other in their order, whatever happens to the connection in between. */
export function createEditQueue({ send, keep, newId }: QueueParts): EditQueue {
  let current: QueueState = { edits: [], trouble: null, isKept: true };
  let running = false;
  let stopped = false;
  let retry = firstRetry;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let tidyTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const queue: EditQueue = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => current,
    add(edits, { typing = false } = {}) {
      let next = current.edits.map(settled);
      for (const edit of edits) next = withEdit(next, edit, typing, newId);
      put(next);
      clearTimeout(typingTimer);
      if (typing) typingTimer = setTimeout(queue.settle, pause);
      else run();
    },
    settle() {
      clearTimeout(typingTimer);
      if (current.edits.some(({ state }) => state === 'typing')) put(current.edits.map(settled));
      run();
    },
    drop(leave) {
      put(current.edits.filter((edit) => edit.state === 'sending' || leave(edit)));
    },
    adopt(edits) {
      const waiting = edits.map((edit) => (isUnderWay(edit) ? unanswered(edit) : edit));
      const [sending, rest] = split(current.edits);
      put([...sending, ...waiting, ...rest] as KeptEdit[]);
      run();
    },
    wake() {
      stopped = false;
      retry = firstRetry;
      clearTimeout(retryTimer);
      run();
    },
    async idle() {
      queue.settle();
      while (running) {
        await new Promise<void>((resolve) => {
          const end = queue.subscribe(() => {
            end();
            resolve();
          });
        });
      }
      return current.edits.length === 0;
    },
  };
  return queue;

  function set(next: QueueState): void {
    current = next;
    for (const listener of [...listeners]) listener();
  }

  /** New edits are kept at once. */
  function put(edits: readonly KeptEdit[]): void {
    clearTimeout(tidyTimer);
    set({ ...current, edits, isKept: keep(edits) });
  }

  /** Edits that were made may go a little later: thousands of them would be written again and again. */
  function putSent(edits: readonly KeptEdit[]): void {
    clearTimeout(tidyTimer);
    if (edits.some(isUnderWay)) {
      tidyTimer = setTimeout(() => put(current.edits), tidy);
      set({ ...current, edits });
    } else put(edits);
  }

  async function run(): Promise<void> {
    if (running || stopped) return;
    running = true;
    clearTimeout(retryTimer);
    try {
      for (;;) {
        const next = current.edits.find(isUnderWay);
        if (next?.state !== 'waiting') break;
        set({ ...current, edits: replaced(next.id, { ...next, state: 'sending' }) });
        const outcome = await send(next);
        if (!take(next, outcome)) break;
      }
    } finally {
      running = false;
      set({ ...current });
    }
  }

  /** True when the next edit can follow. */
  function take(edit: KeptEdit, outcome: Outcome): boolean {
    if (outcome.made) {
      retry = firstRetry;
      const rest = current.edits.filter(({ id }) => id !== edit.id);
      current = { ...current, trouble: null };
      const left = (outcome.left ?? []).map((row) => ({ ...row, id: newId() }));
      putSent([...left, ...rest.map((each) => rebased(each, edit, outcome))]);
      return true;
    }
    const { becomes } = outcome;
    if (becomes === 'again') {
      putSent(replaced(edit.id, { ...edit, version: outcome.version, state: 'waiting' } as KeptEdit));
      return true;
    }
    if (becomes === 'later' || becomes === 'stop') {
      stopped = becomes === 'stop';
      current = { ...current, trouble: becomes === 'later' ? outcome.error : null };
      putSent(replaced(edit.id, unanswered(edit)));
      if (becomes === 'later') {
        retryTimer = setTimeout(run, retry);
        retry = Math.min(retry * 2, longestRetry);
      }
      return false;
    }
    put(replaced(edit.id, { ...edit, ...becomes } as KeptEdit));
    return true;
  }

  function replaced(id: string, edit: KeptEdit): KeptEdit[] {
    return current.edits.map((each) => (each.id === id ? edit : each));
  }
}

function settled(edit: KeptEdit): KeptEdit {
  return edit.state === 'typing' ? { ...edit, state: 'waiting' } : edit;
}

/** Waits to be sent once more, since the server may have made it: what comes after it is another edit. */
function unanswered(edit: KeptEdit): KeptEdit {
  return { ...edit, state: 'waiting', mayBeMade: true };
}

function split(edits: readonly KeptEdit[]): [sending: KeptEdit[], rest: KeptEdit[]] {
  return [edits.filter(({ state }) => state === 'sending'), edits.filter(({ state }) => state !== 'sending')];
}

/** What comes after one's own change is based on it. */
function rebased(edit: KeptEdit, made: KeptEdit, outcome: Extract<Outcome, { made: true }>): KeptEdit {
  if (edit.kind === 'row' && (isStep(made) || isOfSame(edit, made))) {
    const version = outcome.rowVersion(edit.gtin);
    return version === null ? edit : { ...edit, version };
  }
  if (edit.kind === 'rows' && (isStep(made) || made.kind === 'row')) {
    return { ...edit, rows: edit.rows.map((row) => basedOn(row, made, outcome)) };
  }
  if (edit.kind === 'header' && outcome.headerVersion !== null) {
    return { ...edit, version: outcome.headerVersion };
  }
  return edit;
}

type Row = RowsEdit['rows'][number];

function basedOn(row: Row, made: KeptEdit, outcome: Extract<Outcome, { made: true }>): Row {
  const version = made.kind === 'row' && made.gtin !== row.gtin ? null : outcome.rowVersion(row.gtin);
  return version === null ? row : { ...row, version };
}

/** The edits with another one, which takes the place of an unsent one of the same thing that nothing stands between. */
function withEdit(edits: readonly KeptEdit[], edit: Edit, typing: boolean, newId: () => string): KeptEdit[] {
  const state = typing ? ('typing' as const) : ('waiting' as const);
  const kept = edits.flatMap((each) => (isUnderWay(each) ? [each] : undecided(each, edit)));
  const place = kept.findLastIndex(
    (each) => isUnderWay(each) && (isOfSame(each, edit) || isStep(each) || isSigning(each)),
  );
  const before = kept[place];
  const isOpen = before && before.state !== 'sending' && !before.mayBeMade;
  const canJoin = isOpen && ![before, edit].some(isSigning);
  if (canJoin && isOfSame(before, edit)) {
    return kept.with(place, merged(before, edit, newId(), state));
  }
  return [...kept, { ...edit, id: newId(), state } as KeptEdit];
}

/** What the server does with many rows, or with its own log, and many rows of one edit. */
function isStep({ kind }: Edit): boolean {
  return kind !== 'row' && kind !== 'header';
}

/** Whether edits are about the same: one of them says what the other said. */
function isOfSame(one: Edit, other: Edit): boolean {
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

/** Another name than before, should another tab have sent the former. */
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

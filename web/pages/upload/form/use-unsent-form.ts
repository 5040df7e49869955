import { useEffect, useEffectEvent, useState } from 'react';
import { fileStorage, sharedStorage, tabStorage } from '../../../api/browser-storage.ts';
import { onSignOut, type User, uploadKey } from '../../../api/session.ts';
import { useIsKept } from '../../../components/forms/use-draft.ts';
import { emptyForm, type StatisticForm } from './statistic-form.ts';

const stepKey = 'upload.step';
export const guideSteps = ['request', 'prepare', 'files'] as const;

export type GuideStep = (typeof guideSteps)[number];

interface Unsent {
  form: StatisticForm;
  /** The step of the instructions that is open; null: the entries are. */
  guide: GuideStep | null;
}

/** As it outlives the document: texts in the tab's storage, which name the files in the store of files. */
interface Kept {
  form: Omit<StatisticForm, FileName>;
  guide: GuideStep | null;
  files: { name: FileName; fileName: string; key: string }[];
}

type FileName = (typeof fileNames)[number];

const fileNames = ['file', 'consentFile'] as const;

/** For as long as the document lives, whoever signs in meanwhile: what is kept beyond is emptied for others. */
const unsent = new Map<User['id'], Unsent>();

/**
 * Under which key a file is kept. A file that was kept is never overwritten: tabs that were duplicated name the same one.
 */
let fileKeys = new Map<File, string>();

/** Whose files those are. */
let keptFor: User['id'] | undefined;

// Closing the tab drops the draft, and no page can tell that from a reload, which doesn't.
addEventListener('beforeunload', (event) => {
  if ([...unsent.values()].some(({ form }) => form.file)) event.preventDefault();
});

onSignOut((userId) => {
  unsent.delete(userId);
  fileKeys.clear();
});

/**
 * What the user has entered for an upload and where. It outlives the dialog, and a reload in this tab, for the same user:
 * when the session ends, or the dialog is closed but not cancelled, nothing has to be entered again. `forget` is for
 * what was sent or cancelled. Leaving the site asks first while there is a file to lose.
 */
export function useUnsentForm(user: User) {
  const [entered, setEntered] = useState<Unsent>(
    () => unsent.get(user.id) ?? { form: emptyForm(user), guide: firstStep() },
  );
  const keepNow = useEffectEvent((now: Unsent) => keep(user, now));
  useEffect(() => keepNow(entered), [entered]);
  return {
    form: entered.form,
    change: (changed: Partial<StatisticForm>) =>
      setEntered((current) => ({ ...current, form: { ...current.form, ...changed } })),
    guide: entered.guide,
    setGuide: (guide: GuideStep | null) => {
      if (guide) rememberStep(guide);
      setEntered((current) => ({ ...current, guide }));
    },
    isKept: useIsKept(uploadKey(user.id)),
    forget: () => forget(user),
  };
}

/**
 * True once what was entered before a reload is there again, at once where nothing was. `onLost` gets the names of files
 * that the browser has not kept.
 */
export function useRestoredDraft(user: User, onLost: (files: string) => void): boolean {
  const [isRestored, setRestored] = useState(() => unsent.has(user.id) || !keptDraft(user));
  const tellLost = useEffectEvent(onLost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, which is anew for everyone.
  useEffect(() => {
    beginFor(user);
    const inDocument = unsent.get(user.id);
    // Somebody else may have been signed in meanwhile.
    if (inDocument) keep(user, inDocument);
    if (isRestored) return;
    let isOpen = true;
    restore(user).then((lost) => {
      if (!isOpen) return;
      if (lost.length > 0) tellLost(lost.join(', '));
      setRestored(true);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  return isRestored;
}

/** What the user has begun to enter for an upload and neither sent nor dropped. */
export function draftOf(user: User): StatisticForm | undefined {
  const form = unsent.get(user.id)?.form;
  if (!form) return undefined;
  const empty = emptyForm(user);
  const names = Object.keys(empty) as (keyof StatisticForm)[];
  return names.some((name) => form[name] !== empty[name]) ? form : undefined;
}

/** Drops the draft; what it returns brings it back, unless another was begun meanwhile. */
export function discardDraft(user: User): () => void {
  const dropped = unsent.get(user.id);
  forget(user);
  return () => {
    if (dropped && !draftOf(user)) keep(user, dropped);
  };
}

/** Enters files into the draft, or a new one, so that the dialog opens with them: at the entries where nothing is missing. */
export function addToDraft(user: User, files: Partial<StatisticForm>): void {
  const form = { ...(unsent.get(user.id)?.form ?? emptyForm(user)), ...files };
  keep(user, { form, guide: isComplete(form) ? null : 'files' });
}

function isComplete(form: StatisticForm): boolean {
  return Boolean(form.file && (form.testUpload || form.consentFile));
}

/** Whoever used the browser before has their files in the document at most. */
function beginFor(user: User): void {
  if (keptFor === user.id) return;
  keptFor = user.id;
  fileKeys = new Map();
  fileStorage.tidy(user.id);
}

function keep(user: User, entered: Unsent): void {
  beginFor(user);
  unsent.set(user.id, entered);
  const { file, consentFile, ...form } = entered.form;
  const chosen = { file, consentFile };
  for (const before of fileKeys.keys()) if (before !== file && before !== consentFile) dropFile(before);
  if (!draftOf(user)) {
    tabStorage.remove(uploadKey(user.id));
    return;
  }
  const files = fileNames.flatMap((name) => {
    const own = chosen[name];
    return own ? [{ name, fileName: own.name, key: keepFile(user, own) }] : [];
  });
  tabStorage.writeWork(
    uploadKey(user.id),
    JSON.stringify({ form, guide: entered.guide, files } satisfies Kept),
  );
}

function keepFile(user: User, file: File): string {
  const known = fileKeys.get(file);
  if (known) return known;
  const key = fileStorage.newKey(user.id);
  fileKeys.set(file, key);
  // One that is not kept is named after the reload.
  fileStorage.write(key, file).catch(() => undefined);
  return key;
}

function dropFile(file: File): void {
  fileStorage.remove(fileKeys.get(file)!);
  fileKeys.delete(file);
}

function forget(user: User): void {
  unsent.delete(user.id);
  tabStorage.remove(uploadKey(user.id));
  for (const file of fileKeys.keys()) dropFile(file);
}

/** Names of files that are lost. */
async function restore(user: User): Promise<string[]> {
  const draft = keptDraft(user);
  if (!draft) return [];
  const form = emptyForm(user);
  const lost: string[] = [];
  // Of a former version of this page there may be others.
  for (const name of Object.keys(form))
    if (name in draft.form) Object.assign(form, { [name]: draft.form[name as keyof Kept['form']] });
  for (const { name, fileName, key } of draft.files) {
    const file = await fileStorage.read(key);
    if (!file) lost.push(fileName);
    else {
      form[name] = file;
      fileKeys.set(file, key);
    }
  }
  const guide = draft.guide ?? (isComplete(form) ? null : 'files');
  if (!unsent.has(user.id)) keep(user, { form, guide });
  return lost;
}

function keptDraft(user: User): Kept | null {
  try {
    const kept = JSON.parse(tabStorage.read(uploadKey(user.id)) ?? 'null') as Partial<Kept> | null;
    if (!kept?.form || !Array.isArray(kept.files)) return null;
    const guide = guideSteps.find((step) => step === kept.guide) ?? null;
    return { form: kept.form, guide, files: kept.files.filter(({ name }) => fileNames.includes(name)) };
  } catch {
    return null;
  }
}

/** The step that was last used in this browser, else the first; the others stay a click away. */
function firstStep(): GuideStep {
  const last = sharedStorage.read(stepKey);
  return guideSteps.find((step) => step === last) ?? 'request';
}

export function rememberStep(step: GuideStep): void {
  sharedStorage.write(stepKey, step);
}

import { CONSENT_HEAD_BYTES, isPdfOrPicture } from '#shared/consent-file.ts';
import { LARGEST_FILE, STATISTIC_ENDINGS } from '#shared/limits.ts';
import type { StatisticForm } from './statistic-form.ts';

export interface TakenFiles {
  /** What the files fill in: a workbook or text as the statistic, a PDF or picture as the consent. */
  taken: Partial<Pick<StatisticForm, 'file' | 'consentFile' | 'columns' | 'text'>>;
  /** Files that are neither, or more than one of a kind. */
  refused: { name: string; reason: 'kind' | 'empty' | 'large' | 'second' }[];
}

/** What files that are dropped together are for, by ending and content; the first of a kind counts. */
export async function takeFiles(files: readonly File[]): Promise<TakenFiles> {
  const { taken, refused }: TakenFiles = { taken: {}, refused: [] };
  for (const file of files) {
    const isStatistic = STATISTIC_ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending));
    const kind = isStatistic ? 'file' : 'consentFile';
    let reason: TakenFiles['refused'][number]['reason'] | undefined;
    if (file.size === 0) reason = 'empty';
    else if (!isStatistic && !(await isPdfOrPictureFile(file))) reason = 'kind';
    else if (file.size > LARGEST_FILE) reason = 'large';
    else if (taken[kind]) reason = 'second';
    if (reason) refused.push({ name: file.name, reason });
    else Object.assign(taken, { [kind]: file }, isStatistic ? { columns: null, text: null } : {});
  }
  return { taken, refused };
}

/** Whether the server will take a file as a consent, by its content; null when it can't be read any more. */
export async function isPdfOrPictureFile(file: File): Promise<boolean | null> {
  try {
    return isPdfOrPicture(new Uint8Array(await file.slice(0, CONSENT_HEAD_BYTES).arrayBuffer()));
  } catch {
    return null;
  }
}

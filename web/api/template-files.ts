import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  TemplateCheck,
  TemplateCheckLine,
  TemplateFile,
  TemplateProblems,
  TemplateReplaced,
  TemplateVersion,
} from '#shared/schemas/template-files.ts';
import { currentLanguage } from '../i18n/translations.ts';
import { announceChange, market } from './changed-statistics.ts';
import { requestJson } from './client.ts';
import { download } from './download.ts';
import { invalidateAfter, keepWhileSame, queryClient } from './query-client.ts';
import { followUpload } from './upload.ts';

export type { TemplateCheck, TemplateFile, TemplateProblems, TemplateReplaced, TemplateVersion };

const path = '/templatefiles';
const pathOf = (key: string) => `${path}/${encodeURIComponent(key)}`;

/** Where a check stands: `share` of its stage, 0 to 1. */
export interface CheckProgress {
  stage: 'sending' | 'reading' | 'saving';
  share: number;
}

/** Texts are in the user's language, which is part of the key. */
export function templateFilesQuery() {
  return queryOptions({
    queryKey: ['template-files', 'list', currentLanguage()],
    queryFn: ({ signal }) => requestJson<TemplateFile[]>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function templateVersionsQuery(key: string) {
  return queryOptions({
    queryKey: ['template-files', 'versions', key, currentLanguage()],
    queryFn: ({ signal }) => requestJson<TemplateVersion[]>(`${pathOf(key)}/versions`, { signal }),
    staleTime: 0,
  });
}

export function templateCheckQuery(key: string, id: number) {
  const queryKey = ['template-files', 'check', key, id, currentLanguage()];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => requestJson<TemplateCheck>(`${pathOf(key)}/checks/${id}`, { signal }),
    placeholderData: keepWhileSame(queryKey, 4),
  });
}

export function templateProblemsQuery(key: string, id: number) {
  return infiniteQueryOptions({
    queryKey: ['template-files', 'problems', key, id, currentLanguage()],
    queryFn: ({ pageParam, signal }) =>
      requestJson<TemplateProblems>(`${pathOf(key)}/checks/${id}/problems`, {
        query: { offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return read < last.total && last.rows.length > 0 ? read : undefined;
    },
  });
}

type ServerProgress = Extract<TemplateCheckLine, { progress: unknown }>['progress'];

/** Uploads a file to check, with progress. Rejects with ApiFailure, or the signal's reason. */
export async function checkTemplateFile(
  key: string,
  file: File,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<TemplateCheck> {
  const form = new FormData();
  form.set('file', file);
  const check = await followUpload<ServerProgress, TemplateCheck>(`/api${pathOf(key)}/check`, form, {
    onProgress,
    onSent: (bytes, total) => onProgress({ stage: 'sending', share: total > 0 ? bytes / total : 0 }),
    signal,
  });
  queryClient.setQueryData(templateCheckQuery(key, check.id).queryKey, check);
  return check;
}

/** Uses a checked file. */
export function replaceTemplateFile(
  key: string,
  id: number,
  reason: string | undefined,
): Promise<TemplateReplaced> {
  const json = { key, id, ...(reason ? { reason } : {}) };
  return changed(requestJson(path, { method: 'PUT', json }));
}

/** A source of stock-out lists that administrators have named. */
export type NamedSource = NonNullable<TemplateFile['stockoutSource']>;

/** Adds a source where `id` is null, else renames it. */
export function nameStockoutSource(id: number | null, name: string): Promise<NamedSource> {
  return changed(
    id === null
      ? requestJson('/stockout-sources', { method: 'POST', json: { name } })
      : requestJson(`/stockout-sources/${id}`, { method: 'PUT', json: { name } }),
  );
}

/** Ends one for good. */
export async function endStockoutSource(id: number): Promise<void> {
  await changed(requestJson(`/stockout-sources/${id}/end`, { method: 'POST' }));
}

/** Reverts to an earlier version. */
export function takeBackTemplateFile(key: string, id: number): Promise<TemplateReplaced> {
  return changed(requestJson(`${pathOf(key)}/versions/${id}/use`, { method: 'POST' }));
}

/** Reverts to the built-in file. */
export function takeBuiltInFile(key: string): Promise<TemplateReplaced> {
  return changed(requestJson(`${pathOf(key)}/built-in/use`, { method: 'POST' }));
}

/** Downloads a version, by default the current one. */
export function downloadTemplateFile(key: string, version?: number | 'built-in'): Promise<void> {
  return download(pathOf(key), { query: { version } });
}

export function downloadTemplateProblems(key: string, id: number): Promise<void> {
  return download(`${pathOf(key)}/checks/${id}/problems/excel`);
}

/** Figures may have changed, also where no answer came. */
function changed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return invalidateAfter(['template-files'], answer).finally(() => {
    announceChange(market);
  });
}

import type { Setting } from '../../api/settings.ts';

type Bounds = Pick<Setting, 'kind' | 'least' | 'most'>;

/** What is sent for an entered text; undefined for what can't be one. The server looks closer at addresses and numbers. */
export function readValue({ kind, least, most }: Bounds, text: string): Setting['value'] | undefined {
  const trimmed = text.trim();
  if (kind === 'email' && !/^\S+@\S+$/.test(trimmed)) return undefined;
  if (kind !== 'number') return trimmed;
  if (!/^\d{1,6}$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return number >= (least ?? 0) && number <= most ? number : undefined;
}

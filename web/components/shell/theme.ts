import { useSyncExternalStore } from 'react';
import { sharedStorage } from '../../api/browser-storage.ts';

/** As the system has it, or as chosen in this browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// Known to styles/frame.js too, which shows it before anything is drawn.
const storageKey = 'theme';
const listeners = new Set<() => void>();

/** Shows what is chosen, here or in another tab. */
export function startTheme(): void {
  show();
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) show();
  });
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') sharedStorage.remove(storageKey);
  else sharedStorage.write(storageKey, theme);
  show();
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, chosen);
}

function chosen(): Theme {
  const kept = sharedStorage.read(storageKey);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** tokens.css has the colours of both. */
function show(): void {
  const theme = chosen();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

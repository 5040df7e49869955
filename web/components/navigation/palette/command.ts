import { folded, wordsOf } from '#shared/searched-text.ts';

export const commandGroups = ['statistics', 'pages', 'actions'] as const;

export interface Command {
  id: string;
  group: (typeof commandGroups)[number];
  text: string;
  /** Smaller, after the text, e.g. the period of a statistic. */
  detail?: string;
  run: () => void;
}

/** True when every word typed stands somewhere in the text, whatever the case and the accents. */
export function matches(typed: string, text: string): boolean {
  const searched = folded(text);
  return wordsOf(typed).every((word) => searched.includes(word));
}

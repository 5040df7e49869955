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
  const folded = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

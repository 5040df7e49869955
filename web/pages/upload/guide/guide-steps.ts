export const guideSteps = ['request', 'prepare', 'files'] as const;

export type GuideStep = (typeof guideSteps)[number];

const storageKey = 'upload.experienced';

/** Who has uploaded from this browser before begins where files are chosen; the other steps stay a click away. */
export function firstStep(): GuideStep {
  return localStorage.getItem(storageKey) ? 'files' : 'request';
}

export function rememberExperience(): void {
  localStorage.setItem(storageKey, 'yes');
}

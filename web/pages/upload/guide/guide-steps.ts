export const guideSteps = ['request', 'prepare', 'files'] as const;

export type GuideStep = (typeof guideSteps)[number];

const storageKey = 'upload.step';

/** The step that was last used in this browser, else the first; the others stay a click away. */
export function firstStep(): GuideStep {
  const last = localStorage.getItem(storageKey);
  return guideSteps.find((step) => step === last) ?? 'request';
}

export function rememberStep(step: GuideStep): void {
  localStorage.setItem(storageKey, step);
}

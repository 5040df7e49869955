import { sharedStorage } from '../../../api/browser-storage.ts';

export const guideSteps = ['request', 'prepare', 'files'] as const;

export type GuideStep = (typeof guideSteps)[number];

const storageKey = 'upload.step';

/** The step that was last used in this browser, else the first; the others stay a click away. */
export function firstStep(): GuideStep {
  const last = sharedStorage.read(storageKey);
  return guideSteps.find((step) => step === last) ?? 'request';
}

export function rememberStep(step: GuideStep): void {
  sharedStorage.write(storageKey, step);
}

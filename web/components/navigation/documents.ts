import type { Language } from '#shared/languages.ts';

export const legalDocuments = [
  'terms-of-use',
  'terms-and-conditions',
  'data-protection',
  'medical-department',
] as const;

export const releaseForms = ['data-release-standard', 'data-release-tr'] as const;

/** Address of a document, which an installation can replace. */
export function documentAddress(
  name: (typeof legalDocuments)[number] | (typeof releaseForms)[number],
  language: Language,
): string {
  return `/Documents/${name}-${language}.pdf`;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { buildConsentPdf } from '#fixtures/consent-pdf.ts';
import { documentTexts } from '#fixtures/document-texts.ts';

/** Writes the placeholder documents to documents/: `npx node scripts/documents.ts` after a change of their texts. */
const folder = new URL('../documents/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const { file, title, lines } of documentTexts()) {
  await writeFile(new URL(file, folder), buildConsentPdf(title, lines));
}

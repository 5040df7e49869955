import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Language } from '#shared/languages.ts';
import { notFound } from '../../platform/errors.ts';
import { buildTemplate } from '../../statistics/exports/upload-template.ts';
import type { TemplateFileKind } from './kinds.ts';

/** What counts while nobody has uploaded a file: what the portal comes with, or the installation's own document. */
export type BuiltInFiles = {
  /** Null for what the portal comes without: the rows of a source. */
  nameOf(kind: Pick<TemplateFileKind, 'key' | 'content'>, language: Language): string | null;
  /** @throws AppError 404 where there is none */
  read(kind: Pick<TemplateFileKind, 'key' | 'content'>, language: Language): Promise<BuiltInFile>;
};

/** Whole, or piece by piece with its size in bytes. */
export type BuiltInFile = { bytes: Uint8Array } | { bytes: Readable; size: number };

const placeholders = fileURLToPath(new URL('../../../documents/', import.meta.url));

export function builtInFiles(documentsDir: string | undefined): BuiltInFiles {
  const folders = documentsDir ? [documentsDir, placeholders] : [placeholders];
  const made = new Map<string, Promise<Uint8Array>>();
  const once = async (key: string, make: () => Promise<Uint8Array>) => {
    const bytes = made.get(key) ?? make();
    made.set(key, bytes);
    return { bytes: await bytes };
  };
  return {
    nameOf({ key, content }, language) {
      if (content === 'rows') return null;
      if (content === 'pdf') return `${key}.pdf`;
      return content === 'upload-template' ? 'template.xlsx' : `template-${language}.xlsm`;
    },
    async read({ key, content }, language) {
      if (content === 'pdf') return readFirst(folders.map((folder) => join(folder, `${key}.pdf`)));
      if (content === 'upload-template') return once(content, buildTemplate);
      if (content === 'workbook-template') return once(`${content}-${language}`, () => workbook(language));
      throw notFound();
    },
  };
}

async function workbook(language: Language): Promise<Uint8Array> {
  // What only few ask for is not loaded when the portal starts.
  const { buildVisitTemplate } = await import('../../statistics/exports/visit/build-template.ts');
  return buildVisitTemplate(language);
}

/** The first of these files that is there. Throws AppError 404 when none is. */
async function readFirst(paths: string[]): Promise<BuiltInFile> {
  for (const path of paths) {
    try {
      const file = await open(path);
      const { size } = await file.stat();
      return { bytes: file.createReadStream(), size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw notFound();
}

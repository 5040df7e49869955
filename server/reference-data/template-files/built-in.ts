import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Language } from '#shared/languages.ts';
import { notFound } from '../../platform/errors.ts';
import { makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import type { Workbook } from '../../workbooks/writing/workbook.ts';
import type { TemplateFileKind } from './kinds.ts';

/**
 * template.xlsx, which users fill in: the first sheet has the headings GTIN, PhCode and Menge and three example
 * lines (invented articles) to write over, the second explains them in four languages.
 */
const template: Workbook = {
  title: 'Template',
  author: 'Portal',
  created: '2026-01-01T08:00:00Z',
  pageOf: '&P / &N',
  moreColumns: '',
  sheets: [
    {
      name: 'Daten',
      form: 'input',
      columns: [
        { heading: 'GTIN', kind: 'text' },
        { heading: 'PhCode', kind: 'text' },
        { heading: 'Menge', kind: 'integer' },
      ],
      rows: [
        ['7680999990013', '0012345', 12],
        ['7680999990020', null, 3],
        [null, '2345678', 1],
      ],
    },
    {
      name: 'Info',
      form: 'page',
      columns: [
        { heading: 'GTIN, PhCode, Menge', kind: 'text' },
        { heading: '', kind: 'text' },
      ],
      rows: [
        [
          'de',
          'Pro Zeile ein Artikel: GTIN (13 Stellen) oder PhCode (7 Stellen, evtl. mit führenden Nullen) und die Anzahl Packungen. Beispielzeilen überschreiben.',
        ],
        [
          'fr',
          'Un article par ligne : GTIN (13 chiffres) ou PhCode (7 chiffres, évent. avec des zéros initiaux) et le nombre d’emballages. Remplacer les lignes d’exemple.',
        ],
        [
          'it',
          'Un articolo per riga: GTIN (13 cifre) o PhCode (7 cifre, eventualmente con zeri iniziali) e il numero di confezioni. Sovrascrivere le righe di esempio.',
        ],
        [
          'en',
          'One article per line: GTIN (13 digits) or PhCode (7 digits, maybe with leading zeros) and the number of packs. Write over the example lines.',
        ],
      ],
    },
  ],
};

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
    const making = made.get(key) ?? make();
    made.set(key, making);
    try {
      return { bytes: await making };
    } catch (error) {
      if (made.get(key) === making) made.delete(key);
      throw error;
    }
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

export function buildTemplate(): Promise<Uint8Array> {
  return makeWorkbook(template);
}

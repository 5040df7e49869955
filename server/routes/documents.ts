import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { buildTemplate } from '../exporting/template.ts';
import { text } from '../request/fields.ts';
import { defineRoute, type Route } from './route.ts';
import { sendFile, XLSX } from './send-file.ts';

const placeholders = fileURLToPath(new URL('../../documents/', import.meta.url));

const keep = { by: 'public', seconds: 300 } as const;

/** Files for everyone: the documents of the footer and the instructions, and the workbook to fill in. */
export function documentRoutes({ config }: Dependencies): Route[] {
  const folders = config.documentsDir ? [config.documentsDir, placeholders] : [placeholders];
  let template: Promise<Uint8Array> | undefined;
  return [
    defineRoute({
      method: 'get',
      path: '/Documents/:file',
      summary: "A document: {name}-{lang}.pdf; the installation's own before the placeholder.",
      access: 'everyone',
      params: z.object({ file: text() }),
      async handle(ctx, { params }) {
        // No separators, no dots but the last: nothing outside the folders can be named.
        if (!/^[\w-]+\.pdf$/.test(params.file)) throw notFound();
        const bytes = await readFirst(folders.map((folder) => join(folder, params.file)));
        sendFile(ctx, { type: 'application/pdf', bytes, keep });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/template.xlsx',
      summary: 'The workbook that a statistic can be filled into.',
      access: 'everyone',
      async handle(ctx) {
        template ??= buildTemplate();
        sendFile(ctx, { type: XLSX, bytes: await template, saveAs: 'template.xlsx', keep });
      },
    }),
  ];
}

/** The first of these files that is there. Throws AppError 404 when none is. */
async function readFirst(paths: string[]): Promise<Buffer> {
  for (const path of paths) {
    try {
      return await readFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw notFound();
}

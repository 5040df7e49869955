import type { Context } from 'koa';
import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile, XLSX } from '../../http/send-file.ts';
import type { Dependencies } from '../dependencies.ts';
import { builtInFiles } from '../template-files/built-in.ts';
import { type CurrentFile, fileParts } from '../template-files/template-version-queries.ts';

/** Revalidated each time, so that a replaced file is seen at once. */
const keep = { by: 'public', seconds: 0 } as const;

/** Public files: documents of the footer, instructions, and the workbook to fill in. */
export function documentRoutes({ config, pool, templateFile }: Dependencies): Route[] {
  const builtIn = builtInFiles(config.documentsDir);
  return [
    defineRoute({
      method: 'get',
      path: '/Documents/:file',
      summary:
        "A document: {name}-{lang}.pdf; one that was uploaded before the installation's own, and that before the placeholder.",
      access: 'everyone',
      params: z.object({ file: text() }),
      objects: { file: 'document' },
      async handle(ctx, { found: { file: document } }) {
        const type = 'application/pdf';
        const uploaded = await templateFile(document.key);
        if (uploaded) return sendUploaded(ctx, uploaded, { type });
        sendFile(ctx, { type, ...(await builtIn.read(document, languageOf(ctx))), keep });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/template.xlsx',
      summary: 'The workbook that a statistic can be filled into.',
      access: 'everyone',
      async handle(ctx) {
        const file = { type: XLSX, saveAs: 'template.xlsx' };
        const uploaded = await templateFile('upload-template');
        if (uploaded) return sendUploaded(ctx, uploaded, file);
        const kind = { key: 'upload-template', content: 'upload-template' } as const;
        sendFile(ctx, { ...file, ...(await builtIn.read(kind, languageOf(ctx))), keep });
      },
    }),
  ];

  function sendUploaded(
    ctx: Context,
    { id, sha256, size }: CurrentFile,
    file: { type: string; saveAs?: string },
  ): void {
    ctx.set('etag', `"${sha256}"`);
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    sendFile(ctx, { ...file, bytes: fileParts(pool, id), size, keep });
  }
}

import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { headerImage } from '#shared/schemas/portal.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { notFound, refusedAt } from '../../platform/errors.ts';
import { receiveUpload } from '../../statistics/uploads/receive-upload.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  addHeaderImage,
  MOST_IMAGE_BYTES,
  removeHeaderImage,
  renameHeaderImage,
} from './change-header-images.ts';
import {
  findTemplateImage,
  listTemplateImages,
  listTemplateImageUses,
  type TemplateImage,
  templateImageContent,
} from './header-image-queries.ts';

const fields = z.strictObject({ name: text().trim().min(1) });
const params = z.object({ id: pathId });

/** Images that may head a customer's dashboard. */
export function headerImageRoutes({ pool, incoming }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/templateimage',
      summary: 'Header images that an upload can choose.',
      access: 'signedIn',
      answer: z.array(headerImage),
      handle: (_ctx, { user }) =>
        user.role === 'Admin' ? listTemplateImageUses(pool) : listTemplateImages(pool),
    }),
    defineRoute({
      method: 'get',
      path: '/api/templateimage/:id',
      summary: 'A header image.',
      access: 'admin',
      params,
      objects: { id: 'administered' },
      async handle(ctx, { params: { id } }) {
        const image = await findTemplateImage(pool, id);
        if (!image) throw notFound();
        sendImage(ctx, pool, image);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/header-image/:image',
      summary: 'The picture above a dashboard, as headerImage of its summary names it.',
      access: 'everyone',
      params: z.object({ id: text(), image: pathId }),
      objects: { id: 'link', image: 'headerImage' },
      async handle(ctx, { found: { image } }) {
        sendImage(ctx, pool, image);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/templateimage',
      summary: 'Adds a header image: PNG or JPEG of at most 2 MB, told by its content.',
      access: 'admin',
      audit: 'header-image.created',
      announces: false,
      form: { fields, files: ['file'] },
      answer: headerImage,
      receive: (ctx, { user }) => receiveUpload(ctx, incoming, user),
      async handle(_ctx, { user, sent: { file, remove, fields: given } }) {
        try {
          const { name } = parseInput(fields, given);
          if (!file?.size) throw refusedAt('file', 400, 'header_image_type');
          if (file.size > MOST_IMAGE_BYTES) throw refusedAt('file', 413, 'header_image_bytes');
          return await addHeaderImage(pool, name, await readFile(file.path), user);
        } finally {
          await remove();
        }
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/templateimage/:id',
      summary: 'Renames a header image.',
      access: 'admin',
      audit: 'header-image.renamed',
      announces: false,
      params,
      objects: { id: 'administered' },
      body: fields,
      answer: headerImage,
      handle: (_ctx, { params: { id }, body: { name }, user }) => renameHeaderImage(pool, id, name, user),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/templateimage/:id',
      summary: 'Deletes a header image that no statistic shows; 409 says how many do.',
      access: 'admin',
      audit: 'header-image.deleted',
      announces: false,
      params,
      objects: { id: 'administered' },
      async handle(ctx, { params: { id }, user }) {
        await removeHeaderImage(pool, id, user);
        ctx.status = 204;
      },
    }),
  ];
}

function sendImage(ctx: Context, db: Queryable, image: TemplateImage): void {
  const { type, size } = image;
  sendFile(ctx, {
    type,
    bytes: templateImageContent(db, image),
    size,
    keep: { by: 'private', seconds: 3600 },
  });
}

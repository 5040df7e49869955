import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { headerImage, headerImageFields } from '#shared/schemas/portal.ts';
import { records } from '../../http/records.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { type Queryable, queryRow } from '../../platform/database/query.ts';
import { AppError, nameTaken, notFound, refusedAt } from '../../platform/errors.ts';
import { receiveUpload } from '../../statistics/uploads/receive-upload.ts';
import type { Dependencies } from '../dependencies.ts';
import { findTemplateImage, type TemplateImage, templateImageContent } from './header-image-queries.ts';
import { readHeaderPicture } from './header-picture.ts';

const MOST_IMAGE_BYTES = 2 * 1024 * 1024;

/** Images for the heads of dashboards. */
export function headerImageRoutes({ pool, incoming }: Dependencies): Route[] {
  const images = records(pool, {
    path: '/api/templateimage',
    kind: 'header-image',
    noun: 'header image',
    id: 'id',
    name: 'name',
    fields: headerImageFields,
    answer: headerImage,
    sql: new URL('header-images.sql', import.meta.url),
    refusals: { template_images_name: ({ name }) => nameTaken('name', name) },
    announces: false,
    audited: (before, after) => {
      if (before?.name === after?.name) return { before: {}, after: {} };
      return { before: before ? { name: before.name } : {}, after: after ? { name: after.name } : {} };
    },
    changed: 'renamed',
    checkDeletion: (db, { id }) => refuseShown(db, id),
    summaries: {
      change: 'Renames a header image.',
      remove: 'Deletes a header image that no statistic shows; 409 says how many do.',
    },
  });
  const { params } = images;
  const { change, remove } = images.routes;
  return [
    defineRoute({
      method: 'get',
      path: '/api/templateimage',
      summary: 'Header images that an upload can choose.',
      access: 'signedIn',
      answer: z.array(headerImage),
      async handle(_ctx, { user }) {
        const all = await images.list();
        return user.role === 'Admin' ? all : all.map(({ statistics: _, ...image }) => image);
      },
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
      form: { fields: headerImageFields, files: ['file'] },
      answer: headerImage,
      receive: (ctx, { user }) => receiveUpload(ctx, incoming, user),
      async handle(_ctx, { user, sent: { file, remove: drop, fields: given } }) {
        try {
          const { name } = parseInput(headerImageFields, given);
          if (!file?.size) throw refusedAt('file', 400, 'header_image_type');
          if (file.size > MOST_IMAGE_BYTES) throw refusedAt('file', 413, 'header_image_bytes');
          const content = await readFile(file.path);
          const { contentType: type, width, height } = readHeaderPicture(content);
          return await images.add({ name, type, content }, user, { type, width, height });
        } finally {
          await drop();
        }
      },
    }),
    change,
    remove,
  ];
}

/** @throws AppError 409 while statistics use it, including deleted ones that can be restored */
async function refuseShown(db: Queryable, id: number): Promise<void> {
  const { count } = await queryRow<{ count: number }>(
    db,
    'select count(*)::integer as count from statistics where header_image_id = $1',
    [id],
  );
  if (count > 0) throw new AppError(409, 'header_image_in_use', { params: { count } });
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

import { z } from 'zod';
import { headerImage, portal } from '../answers/portal.ts';
import { readBeginnings } from '../db/setup-state.ts';
import { findTemplateImage, listTemplateImages } from '../db/template-images.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { pathId, text } from '../request/fields.ts';
import { languages, translations } from '../words/messages.ts';
import { defineRoute, type Route } from './route.ts';
import { sendFile } from './send-file.ts';

/** What the interface needs before anything else, and its texts and images. */
export function portalRoutes({ pool, config, settings }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/portal',
      summary: 'Name of the provider, labels that an installation sets, contact.',
      access: 'everyone',
      answer: portal,
      async handle() {
        return {
          providerName: config.provider.name,
          providerCompanies: config.provider.companies,
          ...(await settings()),
          demo: config.demo,
          ...(await readBeginnings(pool)),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/templateimage',
      summary: 'Header images that an upload can choose.',
      access: 'signedIn',
      answer: z.array(headerImage),
      handle: () => listTemplateImages(pool),
    }),
    defineRoute({
      method: 'get',
      path: '/api/templateimage/:id',
      summary: 'A header image.',
      access: 'everyone',
      params: z.object({ id: pathId }),
      async handle(ctx, { params }) {
        const image = await findTemplateImage(pool, params.id);
        if (!image) throw notFound();
        const { content_type: type, content: bytes } = image;
        sendFile(ctx, { type, bytes, keep: { by: 'private', seconds: 3600 } });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/translations/:file',
      summary: 'All texts of a language: {lang}.json.',
      access: 'everyone',
      params: z.object({ file: text() }),
      answer: z.record(z.string(), z.unknown()).describe('texts by namespace and key'),
      handle(ctx, { params }) {
        const language = languages.find((known) => `${known}.json` === params.file);
        if (!language) throw notFound();
        ctx.set('cache-control', 'public, max-age=300');
        return translations[language];
      },
    }),
  ];
}

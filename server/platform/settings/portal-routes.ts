import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { portal } from '#shared/schemas/portal.ts';
import { readBeginnings } from '../../accounts/set-up/checklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { notFound } from '../errors.ts';
import { translations } from '../i18n/messages.ts';

/** What the interface needs before anything else, and its texts. */
export function portalRoutes({ pool, config, settings }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/portal',
      summary: 'Name of the provider, labels that an installation sets, contact.',
      access: 'everyone',
      answer: portal,
      async handle() {
        const { provider, newStockoutDays, deductibleRate, contact } = await settings();
        return {
          providerName: provider.name,
          providerCompanies: [...provider.companies],
          newStockoutDays,
          deductibleRate,
          contact,
          demo: config.demo,
          ...(await readBeginnings(pool)),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/translations/:file',
      summary: 'All texts of a language: {lang}.json.',
      access: 'everyone',
      params: z.object({ file: text() }),
      objects: { file: 'word' },
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

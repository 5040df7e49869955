import type { Pool } from 'pg';
import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { type Language, languages } from '#shared/languages.ts';
import { checklistItem, type TestMailResult, testMailResult } from '#shared/schemas/setup.ts';
import { signedIn, type User } from '#shared/schemas/user.ts';
import { findPeopleOf } from '../accounts/user-queries.ts';
import type { Config } from '../config.ts';
import { languageOf } from '../http/answer-errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { type Mailer, mailServer } from '../mail/send-mail.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { inTransaction } from '../platform/database/query.ts';
import { translate } from '../platform/i18n/messages.ts';
import { recordChange } from '../platform/record-audit.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { isLate, sourceAges, sourceName } from '../reference-data/source-ages.ts';
import { placeholderDocuments } from '../reference-data/template-files/placeholder-documents.ts';
import { unknownCompanies } from '../reference-data/unknown-companies.ts';
import { unmatchedLists } from '../reference-data/unmatched-lists.ts';
import {
  checklist,
  dispensableNames,
  markNotNeeded,
  noteTestedMailServer,
  readSetupState,
} from './checklist.ts';

const token = text(200).min(1);

/** From the link that a start prints while there is no user to a portal that lacks nothing. */
export function setupRoutes(dependencies: Dependencies): Route[] {
  const { config, pool, settings, setupLinks } = dependencies;
  const readChecklist = async (language: Language) => {
    const set = await settings();
    const [state, ages, placeholders, unknown, unmatched] = await Promise.all([
      readSetupState(pool),
      sourceAges(pool, set),
      placeholderDocuments(pool, config.documentsDir),
      unknownCompanies(dependencies, set.provider.companies),
      unmatchedLists(dependencies),
    ]);
    const late = ages.filter(isLate).map((each) => {
      const { key: _, source: __, ...age } = each;
      return { name: sourceName(each, language), ...age };
    });
    return checklist({
      config,
      settings: set,
      state,
      late,
      unmatched,
      placeholders,
      unknownCompanies: unknown,
    });
  };
  return [
    defineRoute({
      method: 'post',
      path: '/api/setup/validate',
      summary: 'Whether a link that a start has printed can still make the first administrator.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      body: z.strictObject({ token }),
      answer: z.boolean(),
      handle: (ctx, { body }) => setupLinks.isValid(body.token, clientAddress(ctx)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/setup',
      summary: 'Makes the first administrator, once, and signs them in; the answer is that of authenticate.',
      access: 'everyone',
      audit: null,
      announces: false,
      ignoresToken: true,
      body: z.strictObject({
        token,
        name: text().trim().min(1),
        email: text().trim().pipe(z.email()),
        password: text(200).min(1),
        language: z.enum(languages),
      }),
      answer: signedIn,
      async handle(ctx, { body: { token: link, ...admin } }) {
        const begun = await setupLinks.makeFirstAdmin(link, admin, clientAddress(ctx), ctx.get('user-agent'));
        const people = await findPeopleOf(pool, begun.user.id);
        return { ...begun.user, ...people, token: begun.token, device: begun.device };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/setup/checklist',
      summary: 'What a new portal needs, and how far each item is.',
      access: 'admin',
      answer: z.array(checklistItem),
      handle: (ctx) => readChecklist(languageOf(ctx)),
    }),
    defineRoute({
      method: 'put',
      path: '/api/setup/checklist/:name',
      summary: 'Marks an item as not needed, or takes that back; the answer is the checklist.',
      access: 'admin',
      audit: 'setup-item.changed',
      versioned: false,
      announces: true,
      params: z.object({ name: z.enum(dispensableNames) }),
      objects: { name: 'administered' },
      body: z.strictObject({ notNeeded: z.boolean() }),
      answer: z.array(checklistItem),
      async handle(ctx, { params: { name }, body: { notNeeded }, user }) {
        await inTransaction(pool, async (client) => {
          if (!(await markNotNeeded(client, name, notNeeded))) return;
          await recordChange(client, {
            by: user,
            action: 'setup-item.changed',
            subject: 'setup-item',
            subjectKey: name,
            subjectName: name,
            before: { notNeeded: !notNeeded },
            after: { notNeeded },
          });
        });
        return readChecklist(languageOf(ctx));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/setup/test-mail',
      summary: 'Mails the caller a test; the answer says what the mail server said.',
      access: 'admin',
      audit: { none: 'changes nothing: mails whoever asks' },
      announces: false,
      answer: testMailResult,
      handle: (_ctx, { user }) => sendTestMail(dependencies, user),
    }),
  ];
}

/** Mails the user a few words in their language, and remembers a mail server that takes them. */
async function sendTestMail(
  {
    pool,
    mailer,
    config,
    settings,
  }: { pool: Pool; mailer: Mailer; config: Config; settings: () => Promise<Settings> },
  user: Pick<User, 'email' | 'name' | 'language'>,
): Promise<TestMailResult> {
  const { server, outbox } = mailServer(config);
  const to = user.email;
  const { provider, staging } = await settings();
  try {
    await mailer.send({ to, ...testMail(user.language as Language, user.name, provider.name) });
  } catch (error) {
    return { to, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
  if (server === undefined || staging) return { to, outcome: 'written', detail: outbox };
  await noteTestedMailServer(pool, server);
  return { to, outcome: 'sent', detail: null };
}

function testMail(language: Language, name: string, portal: string) {
  const [greeting, text] = ['greeting', 'text'].map((key) =>
    translate(language, `mail.test.${key}`, { name, portal }),
  );
  return {
    subject: translate(language, 'mail.test.subject'),
    text: `${greeting}\n\n${text}\n`,
  };
}

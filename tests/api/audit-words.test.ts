import { afterAll, beforeAll, expect, test } from 'vitest';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';
import { addUser, signIn } from '../support/portal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { original } from '../support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '../support/small-portal.ts';

let server: TestServer;
let adminId: number;
let token: string;
let statistic: Awaited<ReturnType<typeof uploadRows>>;

beforeAll(async () => {
  server = await startTestServer();
  await fillSmallPortal(server.pool);
  adminId = await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
  statistic = await uploadRows(server.url, token, [[original, 1]]);
});
afterAll(() => server.close());

async function change(path: string, method: string, body: unknown = {}): Promise<Record<string, number>> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${method} ${path} ${text}`).toBeLessThan(300);
  return text === '' ? {} : JSON.parse(text);
}

async function feedMarket(audience: string): Promise<void> {
  const { bezugsStatistikID: value } = statistic;
  await change('/config/STOCKOUT_BEZUGS_STATISTIK_ID', 'POST', { value, audience });
}

/** A PNG of one point. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ownAttributes = `data:text/csv;base64,${Buffer.from(`GTIN;description\n${original};Own\n`).toString('base64')}`;

test('what was changed, how, and each field of it has words in every language', async () => {
  const { id } = await change('/users', 'POST', {
    email: 'new@portal.example',
    name: 'New',
    role: 'User',
    password: 'Nebelhorn-Quitte-Sattel-91',
  });
  await change(`/users/${id}`, 'PUT', { name: 'Newer', FullDataAccess: true, replacementUserId: adminId });
  await change(`/users/${id}/deactivate`, 'POST');
  await change(`/users/${id}/activate`, 'POST');
  await change(`/users/${id}/invitation`, 'POST');
  await change(`/users/${id}`, 'DELETE');
  const { wholesalerID } = await change('/wholesaler', 'POST', {
    wholesalerName: 'Nord',
    minimumOrderValue: 100,
  });
  await change(`/wholesaler/${wholesalerID}`, 'PUT', { wholesalerName: 'Nord AG', freeDeliveryFrom: 10 });
  await change(`/wholesaler/${wholesalerID}/retire`, 'POST');
  await change(`/wholesaler/${wholesalerID}/reinstate`, 'POST');
  await change(`/wholesaler/${wholesalerID}`, 'DELETE');
  const source = await change('/stockout-sources', 'POST', { name: 'Grossist Nord' });
  await change(`/stockout-sources/${source.id}`, 'PUT', { name: 'Nord' });
  await change(`/stockout-sources/${source.id}/end`, 'POST');
  await change('/customer', 'POST', { externalId: 'C1', name: 'Neu', channel: 'APO', language: 'de' });
  await change('/customer/C1', 'PUT', { name: 'Neuer' });
  await change('/customer/C1/keep', 'POST');
  await change('/customer/C1/correction', 'DELETE');
  const group = { name: 'Heart', molecules: [], products: [{ gtin: original }] };
  const { focusGroupID } = await change('/focusgroup', 'POST', group);
  await change(`/focusgroup/${focusGroupID}`, 'PUT', {
    ...group,
    molecules: [{ molecule: 'X' }],
    products: [],
  });
  await change(`/focusgroup/${focusGroupID}`, 'DELETE');
  const image = await change('/templateimage', 'POST', { name: 'One', file: picture });
  await change(`/templateimage/${image.id}`, 'PUT', { name: 'Two' });
  await change(`/templateimage/${image.id}`, 'DELETE');
  await change('/config/NEW_STOCKOUT_DAYS', 'PUT', { value: 20 });
  await change('/config/NEW_STOCKOUT_DAYS', 'DELETE');
  const file = `data:text/csv;base64,${Buffer.from(`GTIN\n${original}\n`).toString('base64')}`;
  await change('/templatefiles', 'PUT', { key: 'own-attributes', file: ownAttributes, fileName: 'own.csv' });
  await change('/templatefiles', 'PUT', { key: 'exclusives', file, fileName: 'exclusives.csv' });
  const built = await change('/merged-products/proposals', 'POST');
  await change(`/merged-products/proposals/${built.id}/schedule`, 'POST', { publishOn: '2199-01-01' });
  await change(`/merged-products/proposals/${built.id}/schedule`, 'DELETE');
  await feedMarket('everybody');

  const { rows } = await server.pool.query<{ kind: string; deed: string; fields: string[] }>(
    `select subject as kind, substring(action from '[.](.*)') as deed,
       array(select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}'))) as fields
     from audit_entries`,
  );
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(11);
  const words = new Set(
    rows.flatMap(({ kind, deed, fields }) => [
      `kind.${kind}`,
      `deed.${deed}`,
      ...fields.map((field) => `field.${field}`),
    ]),
  );
  for (const language of languages) {
    const without = [...words].filter((word) => translate(language, `audit.${word}`) === `audit.${word}`);
    expect([language, without]).toEqual([language, []]);
  }
});

test('values that are words of the program are told as pages tell them, and people by name', async () => {
  const { id } = await change('/users', 'POST', {
    email: 'worded@portal.example',
    name: 'Worded',
    role: 'User',
    password: 'Nebelhorn-Quitte-Sattel-91',
  });
  await change(`/users/${id}`, 'PUT', { role: 'Admin', language: 'fr', parentUserId: adminId });
  await change(`/users/${id}/invitation`, 'POST');
  await change(`/users/${id}`, 'DELETE');
  const invited = { email: 'invited@portal.example', name: 'Invited', role: 'User', invitation: true };
  await change('/users', 'POST', invited);
  await change('/setup/checklist/wholesalers', 'PUT', { notNeeded: true });
  await feedMarket('signedIn');
  await feedMarket('statistic');
  await change('/config/CONTACT_PHONE', 'PUT', { value: '041 000 00 00' });
  const told = {
    de: [
      ';CONTACT_PHONE;Telefon;',
      'Benutzer;Administration',
      'Deutsch;Français',
      ';Einladung;',
      ';Neues Passwort;',
      ';Grossisten;',
      ';Wer angemeldet ist;Wer diese Statistik sehen darf',
    ],
    en: [
      ';CONTACT_PHONE;Telephone;',
      'User;Administrator',
      'Deutsch;Français',
      ';Invitation;',
      ';New password;',
      ';Wholesalers;',
      ';Whoever is signed in;Whoever may see this statistic',
    ],
    fr: [
      ';CONTACT_PHONE;Téléphone;',
      'Utilisateur;Administration',
      'Deutsch;Français',
      ';Invitation;',
      ';Nouveau mot de passe;',
      ';Grossistes;',
      ';Les personnes connectées;Les personnes autorisées à voir cette statistique',
    ],
    it: [
      ';CONTACT_PHONE;Telefono;',
      'Utente;Amministrazione',
      'Deutsch;Français',
      ';Invito;',
      ';Nuova password;',
      ';Grossisti;',
      ';Chi ha effettuato l’accesso;Chi può vedere questa statistica',
    ],
  };
  for (const language of languages) {
    const answer = await fetch(`${server.url}/api/audit/csv`, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    });
    const text = await answer.text();
    for (const words of told[language]) expect(text).toContain(words);
    expect(text).toContain(`;admin@portal.example (${adminId});`);
  }
});

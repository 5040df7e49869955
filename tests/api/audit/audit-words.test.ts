import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

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
  await server.pool.query(
    "insert into config (key, value) values ('HELD:publications', '2026-11-27T06:00:00Z')",
  );
  await change('/held/publications/release', 'POST');
  const told = {
    de: [
      ';CONTACT_PHONE;Telefon;',
      'Benutzer;Administration',
      'Deutsch;Français',
      ';Einladung;',
      ';Neues Passwort;',
      ';Grossisten;',
      ';Geplante Veröffentlichungen des Katalogs;',
      ';Wer angemeldet ist;Wer diese Statistik sehen darf',
    ],
    en: [
      ';CONTACT_PHONE;Telephone;',
      'User;Administrator',
      'Deutsch;Français',
      ';Invitation;',
      ';New password;',
      ';Wholesalers;',
      ';Scheduled publications of the catalogue;',
      ';Whoever is signed in;Whoever may see this statistic',
    ],
    fr: [
      ';CONTACT_PHONE;Téléphone;',
      'Utilisateur;Administration',
      'Deutsch;Français',
      ';Invitation;',
      ';Nouveau mot de passe;',
      ';Grossistes;',
      ';Publications planifiées du catalogue;',
      ';Les personnes connectées;Les personnes autorisées à voir cette statistique',
    ],
    it: [
      ';CONTACT_PHONE;Telefono;',
      'Utente;Amministrazione',
      'Deutsch;Français',
      ';Invito;',
      ';Nuova password;',
      ';Grossisti;',
      ';Pubblicazioni pianificate del catalogo;',
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

import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourlyCosts } from '#server/http/costs.ts';
import { addUser, postStatistic, signIn, uploadForm } from '../support/portal.ts';
import { original } from '../support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '../support/small-portal.ts';

let portal: SmallPortal;
let link: string;

beforeAll(async () => {
  portal = await openSmallPortal(undefined, { hourlyCosts: { ...hourlyCosts, upload: 2, explain: 2 } });
  link = await portal.upload([[original, 3]]);
});
afterAll(() => portal.server.close());

function explained(token?: string) {
  return fetch(`${portal.server.url}/api/statistics/${link}/explain?view=summary&figure=turnoverTotal`, {
    headers: { 'accept-language': 'de', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
}

test('whoever asks too often is told in words and when to go on; others are not concerned', async () => {
  const answers = [
    await explained(portal.token),
    await explained(portal.token),
    await explained(portal.token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
    '"explain";r=1',
    '"explain";r=0',
    null,
  ]);
  // Two an hour: one every half hour.
  const wait = Number(answers[2]!.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(1700);
  expect(wait).toBeLessThanOrEqual(1800);
  expect(await answers[2]!.json()).toMatchObject({
    code: 'costs_explain',
    message:
      'Höchstens 2\u00a0Erklärungen und Spalten einzelner Statistiken in der Stunde sind möglich. Weiter geht es in 30\u00a0Min.',
  });
  await addUser(portal.server.pool, { email: 'other@portal.example' });
  expect((await explained(await signIn(portal.server.url, 'other@portal.example'))).status).toBe(200);
  expect((await explained()).status).toBe(200);
  // What members of a combined statistic have is as costly.
  const ofMembers = await fetch(
    `${portal.server.url}/api/statistics/${link}/members/figures?view=molecule&member=1`,
    { headers: { authorization: `Bearer ${portal.token}` } },
  );
  expect(ofMembers.status).toBe(429);
});

test('an upload too many is refused before its file is taken, and one in time is whole', async () => {
  await portal.upload([[original, 4]]);
  const form = uploadForm(Buffer.from('never read'));
  const answer = await postStatistic(portal.server.url, portal.token, form);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ code: 'costs_upload' });

  // One that is combined keeps sums of its own, as an upload does.
  const combined = await fetch(`${portal.server.url}/api/statistics/combined`, {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Zusammen', members: [1, 2] }),
  });
  expect(combined.status).toBe(429);
  expect(await combined.json()).toMatchObject({ code: 'costs_upload' });
});

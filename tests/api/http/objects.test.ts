import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { mount } from '#server/http/mount.ts';
import { defineRoute, type ObjectGates, type ObjectKind, type Route } from '#server/http/route.ts';
import { hashToken } from '#server/http/tokens.ts';
import { insertFeed } from '#server/market/feeds/feed-queries.ts';
import { objectGates } from '#server/start/object-access.ts';
import { serveWebClient } from '#server/start/web-client.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { templateFileCalls } from '#tests/support/template-files.ts';

const callers = ['visitor', 'stranger', 'line manager', 'full data access', 'admin'] as const;
type Caller = (typeof callers)[number];

/** Words that stand in what is the owner's, each with who may read it, whatever they ask. */
const secrets: Record<string, readonly Caller[]> = {
  // What a direct link shows, which the test hands to everybody.
  'Geheim-Name-offen': callers,
  'Geheim-Name-gesperrt': ['line manager', 'full data access', 'admin'],
  'Geheim-Name-geloescht': ['line manager', 'full data access', 'admin'],
  'Geheim-Bemerkung': ['line manager', 'full data access', 'admin'],
  'Geheim-Einwilligung': ['line manager', 'full data access', 'admin'],
  'Geheim-Notiz': ['line manager', 'full data access', 'admin'],
  'Geheim-Unterschrift': ['line manager', 'full data access', 'admin'],
  // Customers can be looked up by whoever is signed in.
  'Geheim-Adresse': ['stranger', 'line manager', 'full data access', 'admin'],
  'Geheim-Kundendatei': ['stranger', 'line manager', 'full data access', 'admin'],
  'Geheim-Bild-offen': callers,
  'Geheim-Bild-gesperrt': ['admin'],
  'Geheim-Abo': [],
  'geheim-owner@portal.example': ['admin'],
};

/**
 * Whom the gate of each kind lets to which of the owner's identifiers; every other identifier and caller is refused, also
 * where the identifier is that of another kind.
 */
const letIn: Record<ObjectKind, Partial<Record<string, readonly Caller[]>>> = {
  link: { openLink: callers, visibleLink: callers },
  statistic: {
    openLink: callers,
    visibleLink: callers,
    openNumber: ['line manager', 'full data access', 'admin'],
    closedNumber: ['line manager', 'full data access', 'admin'],
  },
  visibleStatistic: {
    openLink: ['line manager', 'full data access', 'admin'],
    visibleLink: ['line manager', 'full data access', 'admin'],
    closedLink: ['line manager', 'full data access', 'admin'],
  },
  changeableByLink: {
    openLink: ['line manager', 'admin'],
    visibleLink: ['line manager', 'admin'],
    closedLink: ['line manager', 'admin'],
  },
  changeableStatistic: { openNumber: ['line manager', 'admin'], closedNumber: ['line manager', 'admin'] },
  deletedStatistic: { deletedNumber: ['line manager', 'admin'] },
  cart: { visibleCart: callers.slice(1) },
  cartToOrder: { visibleCart: ['line manager', 'full data access', 'admin'] },
  scenario: { visibleScenario: callers.slice(1) },
  order: {
    orderNumber: ['line manager', 'full data access', 'admin'],
    visibleOrderNumber: ['line manager', 'full data access', 'admin'],
    closedOrderNumber: ['admin'],
  },
  orderToSend: { orderNumber: ['admin'], visibleOrderNumber: ['admin'], closedOrderNumber: ['admin'] },
  customer: { customerNumber: callers.slice(1), oneKey: callers.slice(1) },
  // The stranger has uploaded for that number, too.
  seenCustomer: { customerNumber: callers.slice(1) },
  noteToDelete: { noteNumber: ['admin'] },
  document: { documentFile: callers },
  // Whatever administrators name, they may; what does not exist is for the route to say.
  administered: {},
  own: {},
  secret: { feedToken: callers },
  // None stands above what the caller may name.
  headerImage: {},
  // Of nobody: not walked.
  product: {},
  word: {},
};

/** Those whose objects the gate alone can't tell from others: what the route answers is looked at for secrets only. */
const toldByRoute: readonly ObjectKind[] = ['administered', 'own', 'secret', 'product', 'word'];

let server: TestServer;
let identifiers: Record<string, string>;
let ownLink: string;
let folder: string;
const tokens = {} as Record<Caller | 'owner', string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-objects-'));
  server = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' });
  const { pool } = server;
  // A number of one kind is none of another, so that what is found by it can't be taken for something else.
  const { rows: sequences } = await pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'S' order by relname",
  );
  for (const [index, { name }] of sequences.entries())
    await pool.query(`alter sequence ${name} restart with ${1000 * (index + 1)}`);
  await publishReferenceData(pool, smallCatalogue);
  const email = (who: string) => `geheim-${who.replaceAll(' ', '-')}@portal.example`;
  const ids = {} as Record<string, number>;
  for (const who of ['owner', ...callers.slice(1)] as const) {
    ids[who] = await addUser(pool, {
      email: email(who),
      name: who,
      role: who === 'admin' ? 'Admin' : 'User',
      fullDataAccess: who === 'full data access',
    });
    tokens[who as Caller] = await signIn(server.url, email(who));
  }
  await pool.query('update users set parent_user_id = $2 where id = $1', [ids.owner, ids['line manager']]);
  const files = templateFileCalls(server.url, tokens.admin!);
  const customers =
    'externalId;name;parentName;address;active;oneKey\n1;Geheim-Kundendatei;;Weg 1, 3000 Bern;ja;K1\n';
  expect((await files.replace('customers', customers, 'kunden.csv')).status).toBe(200);
  expect((await files.replace('exclusives', `gtin\n${provider}\n`, 'exclusives.csv')).status).toBe(200);
  await addCustomer(pool, '4711', 'Pharmacy');
  await pool.query(
    "update customers set address = 'Geheim-Adresse 1', one_key = 'K4711' where external_id = '4711'",
  );
  const upload = (who: 'owner' | 'stranger', customerName: string) =>
    uploadRows(server.url, tokens[who]!, [[original, 7]], {
      customerName,
      comment: who === 'owner' ? 'Geheim-Bemerkung' : '',
      consentFileName: who === 'owner' ? 'Geheim-Einwilligung.pdf' : 'own.pdf',
    });
  ownLink = (await upload('stranger', 'Eigener')).directLinkId;
  const open = await upload('owner', 'Geheim-Name-offen');
  const visible = await upload('owner', 'Geheim-Name-offen');
  const closed = await upload('owner', 'Geheim-Name-gesperrt');
  const deleted = await upload('owner', 'Geheim-Name-geloescht');
  const carts = {} as Record<string, { cartKey: string; order: number }>;
  for (const [name, { directLinkId }, shown] of [
    ['own', open, false],
    ['visible', visible, true],
    ['closed', closed, true],
  ] as const)
    carts[name] = await orderOf(directLinkId, shown);
  const imageOf = async (content: string, statistics: { bezugsStatistikID: number }[]) => {
    const { rows } = await pool.query<{ id: number }>(
      "insert into template_images (name, content_type, content) values ($1, 'image/png', $2) returning id",
      [`Logo ${content.length}`, Buffer.from(content)],
    );
    await pool.query('update statistics set header_image_id = $1 where id = any ($2)', [
      rows[0]!.id,
      statistics.map(({ bezugsStatistikID }) => bezugsStatistikID),
    ]);
    return String(rows[0]!.id);
  };
  const imageNumber = await imageOf('Geheim-Bild-offen', [open, visible]);
  const closedImageNumber = await imageOf('Geheim-Bild-gesperrt', [closed, deleted]);
  const feed = await insertFeed(
    pool,
    ids.owner!,
    { name: 'Geheim-Abo', view: 'portfolio', parameters: {} },
    hashToken('f'.repeat(43)),
    50,
  );
  const noted = await send('owner', 'POST', '/api/customers/4711/notes', { text: 'Geheim-Notiz' });
  const keptScenario = async (link: string, visible: boolean) => {
    const path = `/api/what-if/from-statistic/${link}`;
    const [kept] = JSON.parse((await send('owner', 'POST', path, { name: 'Geheim-Szenario' })).body) as [
      { id: number },
    ];
    if (visible) await send('owner', 'PUT', `${path}/${kept.id}`, { visible });
    return String(kept.id);
  };
  const scenario = await keptScenario(open.directLinkId, false);
  const visibleScenario = await keptScenario(visible.directLinkId, true);
  const version = await pool.query("select version_id as id from template_files where key = 'customers'");
  const close = await send('owner', 'POST', `/api/statistics/${closed.bezugsStatistikID}/state?state=false`);
  const remove = await send('owner', 'DELETE', `/api/statistics/${deleted.bezugsStatistikID}`);
  expect([close.status, remove.status]).toEqual([200, 204]);
  identifiers = {
    openLink: open.directLinkId,
    visibleLink: visible.directLinkId,
    closedLink: closed.directLinkId,
    deletedLink: deleted.directLinkId,
    openNumber: String(open.bezugsStatistikID),
    closedNumber: String(closed.bezugsStatistikID),
    deletedNumber: String(deleted.bezugsStatistikID),
    cart: carts.own!.cartKey,
    visibleCart: carts.visible!.cartKey,
    closedCart: carts.closed!.cartKey,
    scenario,
    visibleScenario,
    orderNumber: String(carts.own!.order),
    visibleOrderNumber: String(carts.visible!.order),
    closedOrderNumber: String(carts.closed!.order),
    feedNumber: String(feed!.id),
    feedToken: 'f'.repeat(43),
    imageNumber,
    closedImageNumber,
    customerNumber: '4711',
    oneKey: 'K4711',
    userNumber: String(ids.owner),
    versionNumber: String(version.rows[0].id),
    fileKey: 'customers',
    file: 'customers.pdf',
    textFile: 'customers.json',
    documentFile: 'terms-of-use-de.pdf',
    noteNumber: String((JSON.parse(noted.body) as { id: number }).id),
    nobodys: '2147483647',
  };
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('every kind of object has its row here, and every part of an address its kind', () => {
  const gates = Object.keys(objectGates({} as Parameters<typeof objectGates>[0]));
  expect(Object.keys(letIn).sort()).toEqual(gates.sort());
  for (const { method, path, objects = {}, query } of server.routes) {
    const parts = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const inQuery = Object.keys(query?.shape ?? {}).map((name) => `query.${name}`);
    for (const name of Object.keys(objects))
      expect([...parts, ...inQuery], `${method} ${path}`).toContain(name);
    expect(Object.keys(objects), `${method} ${path}`).toEqual(expect.arrayContaining(parts));
  }
});

test('a route with a part that names nothing is not served', () => {
  const gates = {} as ObjectGates;
  const handle = () => undefined;
  const route = (objects?: Record<string, ObjectKind>) =>
    defineRoute({
      method: 'get',
      path: '/api/x/:id/y/:other',
      summary: '',
      access: 'everyone',
      objects,
      handle,
    } as never);
  const mounted = (made: Route) => () =>
    mount(
      [made],
      gates,
      async () => undefined,
      async () => undefined,
    );
  expect(mounted(route())).toThrow('get /api/x/:id/y/:other does not say what kind of object :id names');
  expect(mounted(route({ id: 'link' }))).toThrow(':other');
  expect(mounted(route({ id: 'link', other: 'word' }))).not.toThrow();
});

/** Fields of queries and bodies whose names say that they name something, and what keeps others' out. */
const references: Record<string, string> = {
  'get /api/statistics query.customerExternalId': 'searches the uploads that the caller may see',
  'get /api/statistics query.customerName': 'likewise',
  'get /api/statistics/overlapping query.customerExternalId': 'likewise',
  'post /api/statistics form.customerExternalId': 'any customer can be looked up',
  'post /api/statistics form.headerImageId': 'images are chosen from a list that everybody has',
  'post /api/statistics form.uploader':
    'somebody the caller is responsible for, of all for administrators alone (findNamed)',
  'post /api/statistics/preview form.customerExternalId': 'compared with uploads that the caller may see',
  'post /api/statistics/preview form.fileSha256': 'kept per user',
  'post /api/statistics/preview/problems form.customerExternalId': 'as the preview',
  'post /api/statistics/preview/problems form.fileSha256': 'as the preview',
  'post /api/statistics/:id form.customerExternalId': 'any customer can be looked up',
  'post /api/statistics/:id form.headerImageId': 'as in an upload',
  'post /api/statistics/:id form.uploader': 'as in an upload',
  'post /api/cart/from-statistic/:id/:cartKey body.wholesaler': 'every user lists wholesalers',
  'get /api/portfolio/customers query.gtin': 'a product; customers that the caller may see',
  'get /api/portfolio/product query.gtin': 'a product',
  'get /api/portfolio/customer-counts query.gtin': 'a product; customers that the caller may see',
  'get /api/portfolio/episodes query.gtin': 'a product',
  'get /api/portfolio/deliveries query.gtin': 'a product',
  'get /api/statistics/:id/cart/articles query.gtin': 'a product of the statistic of the link',
  'get /api/statistics/:id/cart/articles/totals query.gtin': 'likewise',
  'get /api/customers query.customerExternalId': 'searches the uploads that the caller may see',
  'get /api/customers query.user': 'likewise',
  'get /api/statistics query.user': 'searches the uploads that the caller may see',
  'post /api/statistics form.user': "a representative's name",
  'post /api/statistics/:id form.user': "a representative's name",
};

test('no query and no body names an object that nobody has thought of', () => {
  const named = /(Id|ID|Sha256|Key|^id|^with|^key|^gtin|^uploader|^handOverTo|^wholesaler|^user|^version)$/;
  const found: string[] = [];
  for (const { method, path, access, objects = {}, query, body, form } of server.routes) {
    // Administrators may name whatever there is.
    if (access === 'admin' || path.startsWith('/api/users')) continue;
    const fields = {
      query: Object.keys(query?.shape ?? {}),
      body: Object.keys((body as { shape?: object } | undefined)?.shape ?? {}),
      form: Object.keys(form?.fields.shape ?? {}),
    };
    for (const [place, names] of Object.entries(fields))
      for (const name of names)
        if (named.test(name) && !Object.hasOwn(objects, `${place}.${name}`))
          found.push(`${method} ${path} ${place}.${name}`);
  }
  expect(found.filter((each) => !Object.hasOwn(references, each))).toEqual([]);
});

test('no route gives anybody what is not theirs, whichever object of whichever kind they name', async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const route of server.routes) {
    for (const [place, kind] of Object.entries(route.objects ?? {})) {
      for (const name of Object.keys(identifiers)) {
        for (const caller of askers(route, kind, name)) {
          const mayDo = isLetIn(route, kind, name, caller);
          // Whoever may change things would change them for those who ask later.
          if (mayDo && route.method !== 'get') continue;
          const { status, body } = await ask(route, place, name, caller);
          asked++;
          const what = `${caller}: ${route.method} ${route.path}, ${name} as ${place}: ${status}`;
          // A feed tells its name to whoever holds its token.
          const isTold = kind === 'secret' && letIn.secret[name]?.includes(caller);
          for (const secret of isTold ? [] : secretsIn(body, caller)) wrong.push(`${what} tells ${secret}`);
          if (status >= 500) wrong.push(what);
          const refused = [401, 403, 404].includes(status) || isNone(status, body, place);
          if (!toldByRoute.includes(kind) && refused === mayDo)
            wrong.push(`${what}, which ${mayDo ? 'is theirs' : 'is not theirs'}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(long ? 5000 : 1500);
}, 240_000);

test('what the routes without an identifier list is what the caller may see', async () => {
  for (const route of server.routes.filter(({ method, objects }) => method === 'get' && !objects)) {
    for (const caller of callers) {
      const { body } = await send(caller, 'GET', route.path);
      expect.soft([caller, route.path, secretsIn(body, caller)]).toEqual([caller, route.path, []]);
    }
  }
});

test('an order of a visible cart is not for who only holds the link, in no form', async () => {
  const { visibleLink, visibleCart, visibleOrderNumber } = identifiers;
  const cart = `/api/cart/from-statistic/${visibleLink}/${visibleCart}`;
  const paths = [
    `/api/orders/${visibleOrderNumber}`,
    ...['pdf', 'excel', 'barcode-excel', 'csv'].flatMap((kind) => [
      `/api/orders/${visibleOrderNumber}/files/${kind}`,
      `${cart}/${kind}`,
    ]),
    `${cart}/orders`,
  ];
  expect((await send('stranger', 'GET', cart)).status).toBe(200);
  for (const path of paths) {
    expect([path, (await send('stranger', 'GET', path)).status]).toEqual([path, 404]);
    expect([path, (await send('line manager', 'GET', path)).status]).toEqual([path, 200]);
  }
  expect((await send('stranger', 'POST', `${cart}/orders`)).status).toBe(404);
});

test('no address leads out of the folder of the built client, nor to what is hidden in it', async () => {
  const web = join(folder, 'web');
  await mkdir(join(web, 'assets'), { recursive: true });
  await mkdir(join(web, '.vite'));
  for (const [path, text] of [
    ['web/index.html', '<title>Portal</title>'],
    ['web/assets/page-1.js', 'let page'],
    ['web/.env', 'Geheim'],
    ['web/.vite/manifest.json', 'Geheim'],
    ['package.json', 'Geheim'],
    ['web-of-others', 'Geheim'],
  ] as const)
    await writeFile(join(folder, path), text);
  const app = new Koa();
  app.silent = true;
  for (const middleware of serveWebClient(web)) app.use(middleware);
  const listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => void listening.close());
  const { port } = listening.address() as AddressInfo;
  const get = (path: string) => rawGet(port, path);
  expect(await get('/assets/page-1.js')).toEqual([200, 'let page']);
  const outside = ['package.json', 'web-of-others'].flatMap((name) =>
    [
      '../',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%5c',
      '....//',
      'assets/../../',
      'assets/..%2f..%2f',
      '..%252f',
    ].map((step) => `/${step}${name}`),
  );
  for (const path of [
    ...outside,
    '/.env',
    '/.vite/manifest.json',
    '/%2eenv',
    `/${folder}/package.json`,
    '//package.json',
  ]) {
    const [status, body] = await get(path);
    expect([path, body.includes('Geheim')]).toEqual([path, false]);
    expect([path, [400, 403, 404].includes(status) || body.includes('Portal')]).toEqual([path, true]);
  }
});

/** Of three names of another kind, which are nobody's there, one: by turns by who may least and who may most. */
function askers(route: Route, kind: ObjectKind, name: string): readonly Caller[] {
  if (long || name in letIn[kind]) return callers;
  const turn = server.routes.indexOf(route) + Object.keys(identifiers).indexOf(name);
  if (turn % 3 !== 0) return [];
  const asking: readonly Caller[] =
    route.access === 'everyone' ? ['visitor', 'stranger', 'admin'] : ['stranger', 'admin'];
  return [asking[(turn / 3) % asking.length]!];
}

function isLetIn(route: Route, kind: ObjectKind, name: string, caller: Caller): boolean {
  if (route.access !== 'everyone' && caller === 'visitor') return false;
  if (route.access === 'admin') return caller === 'admin';
  if (toldByRoute.includes(kind)) return false;
  // The visible cart stands beside a link, and is of one statistic.
  const cart = route.objects?.cartKey;
  if (kind === 'link' && cart) return name === 'visibleLink' && letIn[cart].visibleCart!.includes(caller);
  return letIn[kind][name]?.includes(caller) ?? false;
}

/** Names one of the owner's objects in one place of a route's address; in the others stands what the caller may name. */
async function ask(route: Route, place: string, name: string, caller: Caller) {
  const value = identifiers[name]!;
  const linkOf: Record<string, string> = {
    cart: identifiers.openLink!,
    visibleCart: identifiers.visibleLink!,
    closedCart: identifiers.closedLink!,
    scenario: identifiers.openLink!,
    visibleScenario: identifiers.visibleLink!,
  };
  const path = route.path.replace(/:(\w+)/g, (_, part: string) => {
    if (part === place) return encodeURIComponent(value);
    if (part === 'id')
      return place === 'cartKey' || place.startsWith('query.') ? (linkOf[name] ?? ownLink) : ownLink;
    if (part === 'cartKey') return identifiers.visibleCart!;
    if (part === 'image') return identifiers.imageNumber!;
    return filling[part] ?? '1';
  });
  const query = new URLSearchParams(queryOf(route, place, value));
  const body = route.method === 'get' ? undefined : (bodies[route.path] ?? {});
  return send(caller, route.method, `${path}?${query}`, body);
}

const filling: Record<string, string> = {
  number: '4711',
  gtin: provider,
  cartRowID: provider,
  quantity: '1',
  kind: 'csv',
  key: 'exclusives',
  list: 'new',
  code: provider,
};
/** What stands in the query so that nothing is wrong there. */
function queryOf({ path }: Route, place: string, value: string): Record<string, string> {
  const named = place.startsWith('query.') ? { [place.slice('query.'.length)]: value } : {};
  if (path.endsWith('/compare')) return { view: 'summary', with: ownLink, ...named };
  if (path.endsWith('/pack')) return { parts: 'order', ...named };
  if (path.endsWith('/members/figures')) return { view: 'molecule', member: '1' };
  if (path.endsWith('/explain')) return { view: 'summary', figure: 'turnoverTotal' };
  if (path.endsWith('/proposals')) return { code: provider };
  if (path.endsWith('/state')) return { state: 'true' };
  return path.endsWith('/accomplished') ? { accomplished: 'true' } : named;
}

/** Whether what stands in that place can't be the identifier of anything there. */
function isNone(status: number, body: string, place: string): boolean {
  const { issues = [] } = status === 400 ? (JSON.parse(body) as { issues?: { path: string }[] }) : {};
  return issues.some(({ path }) => path === place || `query.${path}` === place);
}

/** Valid ones where the route itself says whose it is. */
const bodies: Record<string, object> = { '/api/feeds/:id': { name: 'Renamed' } };

async function send(caller: Caller | 'owner', method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method: method.toUpperCase(),
    headers: {
      accept: 'application/json, */*',
      ...(tokens[caller] ? { authorization: `Bearer ${tokens[caller]}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'manual',
  });
  return { status: response.status, body: await response.text() };
}

/** The owner's secrets that stand in an answer and are not for the caller. */
function secretsIn(body: string, caller: Caller): string[] {
  return Object.keys(secrets).filter((secret) => body.includes(secret) && !secrets[secret]!.includes(caller));
}

/** The owner's cart of a statistic with one product, visible or not, and an order of it. */
async function orderOf(link: string, visible: boolean): Promise<{ cartKey: string; order: number }> {
  const post = async (path: string, body: object) => {
    const { status, body: text } = await send('owner', 'POST', path, body);
    expect([path, status, text.slice(0, status === 200 ? 0 : 500)]).toEqual([path, 200, '']);
    return JSON.parse(text);
  };
  const path = `/api/cart/from-statistic/${link}`;
  const { cartKey } = (await post(path, {})) as { cartKey: string };
  expect((await send('owner', 'PUT', `/api/cart/${cartKey}/${provider}/3`)).status).toBe(200);
  await post(`${path}/${cartKey}`, {
    signatureName: visible ? 'Wer es sieht' : 'Geheim-Unterschrift',
    visible,
  });
  const { order } = (await post(`${path}/${cartKey}/orders`, {})) as { order: number };
  return { cartKey, order };
}

/** As a program sends it that does not tidy the path. */
function rawGet(port: number, path: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => {
        text += piece;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    asked.on('error', reject);
    asked.end();
  });
}

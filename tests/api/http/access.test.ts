import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { views } from '#analytics/views/index.ts';
import { viewPath } from '#analytics/views/view.ts';
import { hashToken } from '#server/http/tokens.ts';
import { insertFeed } from '#server/market/feeds/feed-queries.ts';
import {
  addCustomer,
  addUser,
  password,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

const callers = [
  'visitor',
  'owner',
  'line manager',
  'replacement',
  'unrelated user',
  'full data access',
  'admin',
  'deactivated user',
  'expired token',
  'unknown token',
] as const;
type Caller = (typeof callers)[number];

/** A GTIN that no source names. */
const unnamed = gtin('769999900001');

/** Whose token is not good: told that the session has ended (401), where a visitor is told to sign in (401) or let in. */
const endedSession: Caller[] = ['deactivated user', 'expired token', 'unknown token'];
const live = callers.filter((caller) => !endedSession.includes(caller));
const signedIn = live.filter((caller) => caller !== 'visitor');
const noAdministrators = signedIn.filter((caller) => caller !== 'admin');

/**
 * Whom a class of routes lets in; signed-in callers who are not among them are answered 403 (admin routes) or 404
 * (somebody else's statistic, whose existence is nobody's business).
 */
type Class = { letsIn: readonly Caller[]; refusal: number; readers?: readonly Caller[] };
const classes = {
  /** Begins or ends a session, or is for nobody in particular. */
  anyToken: { letsIn: [...callers], refusal: 0 },
  everyone: { letsIn: live, refusal: 0 },
  signedIn: { letsIn: signedIn, refusal: 0 },
  admin: { letsIn: ['admin'], refusal: 403 },
  owner: { letsIn: ['owner'], refusal: 404 },
  /** Others who may see the statistic read the order, but do not send it. */
  ownerOrAdmin: {
    letsIn: ['owner', 'admin'],
    refusal: 404,
    readers: ['line manager', 'replacement', 'full data access'],
  },
  whoMaySee: { letsIn: ['owner', 'line manager', 'replacement', 'full data access', 'admin'], refusal: 404 },
  /** Others report to them, or they are in somebody's place. */
  withPeople: { letsIn: ['line manager', 'replacement', 'full data access', 'admin'], refusal: 403 },
  whoMayChange: { letsIn: ['owner', 'line manager', 'replacement', 'admin'], refusal: 404 },
} as const satisfies Record<string, Class>;

/** What stands in the parts of an address. */
type Ids = Record<string, string | number>;

type Access = {
  class: keyof typeof classes;
  /** The parts of its address, where they are not those of the owner's statistic and cart. */
  ids?: Ids | (() => Ids);
  query?: string;
  /** JSON, or a form. */
  body?: Record<string, unknown> | ((caller: Caller, ids: Ids) => FormData | Record<string, unknown>);
  /** Makes what it is about; gives the parts of its address that this is. */
  before?: () => Promise<Ids>;
  /** What whoever is let in is told where that can't be a success: status and code. */
  answer?: readonly [status: number, code: string];
};

const newPassword = 'Nebelhorn-Quitte-Sattel-91';
/** A PNG of one point. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const resetToken = 'r'.repeat(43);
const feedToken = 'f'.repeat(43);

const ofUser = { ids: () => ({ id: leaverId }) };
const ofImage = { ids: () => ({ id: imageId }) };
const ofFeed = { ids: () => ({ id: feedId }) };
const ofFile = { ids: () => ({ key: 'exclusives', id: templateVersionId }) };
const unknownProposal = { ids: { id: 999, list: 'new' }, answer: [404, 'not_found'] } as const;
const newDays = { ids: { key: 'NEW_STOCKOUT_DAYS' } };

/**
 * Every route of the OpenAPI document must stand here. Bodies and queries are valid for whoever is let in, so that only
 * the caller decides: any other answer than success or the refusal of the class fails.
 */
const table: Record<string, Access> = {
  'get /api/openapi.json': { class: 'everyone' },
  'get /api/portal': { class: 'everyone' },
  'post /api/operation/waiting-mails/try': { class: 'admin' },
  'get /api/operation/state': { class: 'admin' },
  'get /api/health/live': { class: 'anyToken' },
  'get /api/health/ready': { class: 'anyToken' },
  'get /translations/{file}': { class: 'everyone', ids: { file: 'de.json' } },
  'get /Documents/{file}': { class: 'everyone', ids: { file: 'terms-of-use-de.pdf' } },
  'get /template.xlsx': { class: 'everyone' },
  'get /api/templateimage': { class: 'signedIn' },
  'get /api/templateimage/{id}': { class: 'admin', ...ofImage },
  'post /api/templateimage': {
    class: 'admin',
    body: () => ({ name: `Image ${randomBytes(6).toString('hex')}`, file: picture }),
  },
  'put /api/templateimage/{id}': {
    class: 'admin',
    ...ofImage,
    body: () => ({ name: `Image ${randomBytes(6).toString('hex')}` }),
  },
  'delete /api/templateimage/{id}': { class: 'admin', before: addImage },
  'post /api/users/authenticate': { class: 'anyToken', body: { email: 'newcomer@portal.example', password } },
  'get /api/users/current': { class: 'signedIn' },
  'put /api/users/current/language': { class: 'signedIn', body: { language: 'de' } },
  'get /api/users/current/pack': { class: 'signedIn' },
  'put /api/users/current/pack': { class: 'signedIn', body: { parts: ['cover'], rows: 50 } },
  'put /api/users/current/start-page': { class: 'signedIn', body: { startPage: 'today' } },
  'get /api/users/uploaders': { class: 'signedIn' },
  'get /api/users/current/personal-data': { class: 'signedIn' },
  'post /api/users/current/tokens': { class: 'signedIn', body: { name: 'ERP', days: 30 } },
  'get /api/users/current/sessions': { class: 'signedIn' },
  'delete /api/users/current/sessions': { class: 'signedIn' },
  'delete /api/users/current/sessions/{sessionId}': {
    class: 'signedIn',
    ids: { sessionId: 999_999 },
    answer: [404, 'not_found'],
  },
  'put /api/users/current/password': {
    class: 'signedIn',
    body: { oldPassword: 'none of theirs', password: newPassword },
    answer: [400, 'old_password_wrong'],
  },
  'get /api/users/list': { class: 'admin' },
  'post /api/users': {
    class: 'admin',
    body: { email: 'added@portal.example', name: 'Added', role: 'User', password: newPassword },
  },
  'put /api/users/{id}': { class: 'admin', ...ofUser, body: { name: 'Leaver' } },
  'get /api/users/{id}/deletion': { class: 'admin', ...ofUser },
  'post /api/users/{id}/personal-data': { class: 'admin', ...ofUser },
  'get /api/users/{id}/sessions': { class: 'admin', ...ofUser },
  'delete /api/users/{id}/sessions': { class: 'admin', ...ofUser },
  'delete /api/users/{id}/sessions/{sessionId}': { class: 'admin', before: addSession },
  'post /api/users/{id}/deactivate': { class: 'admin', ...ofUser },
  'post /api/users/{id}/activate': { class: 'admin', ...ofUser },
  'post /api/users/{id}/invitation': { class: 'admin', ...ofUser },
  'delete /api/users/{id}': { class: 'admin', ...ofUser },
  'post /api/users/send-reset-link': {
    class: 'anyToken',
    body: (caller) => ({ email: `nobody-${callers.indexOf(caller)}@portal.example` }),
  },
  'post /api/users/validate-reset-token': { class: 'anyToken', body: { token: 'x' } },
  'post /api/users/set-password': {
    class: 'anyToken',
    before: mailResetToken,
    body: { token: resetToken, password: newPassword },
  },
  'post /api/setup/validate': { class: 'anyToken', body: { token: 'x' } },
  'post /api/setup': {
    class: 'anyToken',
    body: { token: 'x', name: 'Ada', email: 'ada@portal.example', password: newPassword, language: 'de' },
    // No link is good once there is a user.
    answer: [400, 'setup_link_invalid'],
  },
  'get /api/setup/checklist': { class: 'admin' },
  'get /api/held': { class: 'admin' },
  'post /api/held/{kind}/release': { class: 'admin', before: holdCatalogues, body: {} },
  'put /api/setup/checklist/{name}': {
    class: 'admin',
    ids: { name: 'wholesalers' },
    body: { notNeeded: true },
  },
  'post /api/setup/test-mail': { class: 'admin' },
  'post /api/customer/search': { class: 'signedIn', query: '?keyword=ph' },
  'get /api/customer/xpris/{customer}': { class: 'signedIn', ids: { customer: '4711' } },
  'get /api/customer/corrections': { class: 'admin' },
  'post /api/customer': { class: 'admin', body: { externalId: 'new', name: 'New' } },
  'get /api/customer/{externalId}': { class: 'admin', ids: { externalId: '4711' } },
  'put /api/customer/{externalId}': { class: 'admin', ids: { externalId: '4711' }, body: { name: 'Other' } },
  'post /api/customer/{externalId}/keep': { class: 'admin', ids: { externalId: '4711' } },
  'delete /api/customer/{externalId}/correction': { class: 'admin', ids: { externalId: '4711' } },
  'get /api/customers': { class: 'signedIn' },
  'get /api/customers/{number}': { class: 'whoMaySee', ids: { number: '4711' } },
  'get /api/customers/{number}/last-order': { class: 'whoMaySee', ids: { number: '4711' } },
  'get /api/customers/{number}/brought': { class: 'whoMaySee', ids: { number: '4711' } },
  'get /api/customers/{number}/brought/excel': { class: 'whoMaySee', ids: { number: '4711' } },
  'post /api/customers/{number}/notes': {
    class: 'whoMaySee',
    ids: { number: '4711' },
    body: { text: 'Noted' },
  },
  'delete /api/customers/{number}/notes/{note}': { class: 'ownerOrAdmin', before: addNote },
  'get /api/team': { class: 'withPeople', query: '?from=2026-01&to=2026-12' },
  'get /api/team/brought': { class: 'withPeople', query: '?from=2026-01&to=2026-12' },
  'get /api/team/excel': { class: 'withPeople', query: '?from=2026-01&to=2026-12' },
  'get /api/today': { class: 'signedIn' },
  'post /api/customers/{number}/actions': {
    class: 'whoMaySee',
    ids: { number: '4711' },
    body: { action: 'called' },
  },
  'delete /api/customers/{number}/actions/{action}': { class: 'owner', before: addAction },
  'get /api/portfolio/customer-counts': { class: 'signedIn' },
  'get /api/portfolio/customers': { class: 'signedIn', query: '?gtin=7680000000019' },
  'get /api/portfolio/product': { class: 'signedIn', query: '?gtin=7680000000019' },
  'get /api/portfolio/call-list': { class: 'signedIn' },
  'get /api/portfolio/call-list/excel': { class: 'signedIn' },
  'get /api/portfolio/call-list/csv': { class: 'signedIn' },
  'get /api/wholesaler': { class: 'signedIn' },
  'get /api/wholesaler/online-ordering': { class: 'signedIn' },
  'post /api/wholesaler': {
    class: 'admin',
    body: () => ({ wholesalerName: `Wholesaler ${randomBytes(6).toString('hex')}` }),
  },
  'put /api/wholesaler/{wholesalerID}': {
    class: 'admin',
    before: addWholesaler,
    body: (_caller, { wholesalerID }) => ({ wholesalerName: `Wholesaler ${wholesalerID}` }),
  },
  'post /api/wholesaler/{wholesalerID}/retire': { class: 'admin', before: addWholesaler },
  'post /api/wholesaler/{wholesalerID}/reinstate': { class: 'admin', before: addWholesaler },
  'delete /api/wholesaler/{wholesalerID}': { class: 'admin', before: addWholesaler },
  'get /api/what-if/from-statistic/{id}': { class: 'signedIn' },
  'post /api/what-if/from-statistic/{id}': { class: 'signedIn', body: { name: 'All' } },
  'put /api/what-if/from-statistic/{id}/{scenario}': {
    class: 'owner',
    before: addScenario,
    body: { visible: true },
  },
  'delete /api/what-if/from-statistic/{id}/{scenario}': { class: 'owner', before: addScenario },
  'get /api/statistics/{id}/matches/proposals': {
    class: 'whoMaySee',
    query: `?code=${unnamed}`,
  },
  'post /api/statistics/{id}/matches': {
    class: 'whoMaySee',
    ids: () => ({ id: link }),
    body: { code: unnamed, product: provider },
    answer: [404, 'match_code_unknown'],
  },
  'delete /api/statistics/{id}/matches/{code}': {
    class: 'whoMaySee',
    ids: () => ({ id: link, code: unnamed }),
    answer: [404, 'not_found'],
  },
  'get /api/product-matches': { class: 'admin' },
  'post /api/product-matches/{match}/general': { class: 'admin', before: addMatch },
  'delete /api/product-matches/{match}': { class: 'admin', before: addMatch },
  'get /api/cart/from-statistic/{id}': { class: 'signedIn' },
  'post /api/cart/from-statistic/{id}': { class: 'signedIn', body: {} },
  'get /api/cart/from-statistic/{id}/{cartKey}': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/log': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/orders': { class: 'owner' },
  'post /api/cart/from-statistic/{id}/{cartKey}/bulk-update': { class: 'owner', body: {} },
  'post /api/cart/from-statistic/{id}/{cartKey}/orders': { class: 'owner' },
  'post /api/cart/from-statistic/{id}/{cartKey}/bulk-deselect': { class: 'owner', body: {} },
  'post /api/cart/from-statistic/{id}/{cartKey}/rows': {
    class: 'owner',
    body: { rows: [{ gtin: '7680999999993', quantity: '1' }] },
  },
  'post /api/cart/from-statistic/{id}/{cartKey}/undo': { class: 'owner', body: {} },
  'post /api/cart/from-statistic/{id}/{cartKey}/redo': { class: 'owner', body: {} },
  'post /api/cart/from-statistic/{id}/{cartKey}': { class: 'owner', body: { deliveryType: 'TransferOrder' } },
  'post /api/cart/from-statistic/{id}/{cartKey}/{gtin}': { class: 'owner', body: {} },
  'put /api/cart/{cartKey}/{cartRowID}/{quantity}': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/pdf': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/excel': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/barcode-excel': { class: 'owner' },
  'get /api/cart/from-statistic/{id}/{cartKey}/csv': { class: 'owner' },
  'get /api/orders': { class: 'signedIn' },
  'get /api/orders/{order}': { class: 'whoMaySee' },
  'get /api/orders/{order}/files/{kind}': {
    class: 'whoMaySee',
    ids: () => ({ order: orderId, kind: 'csv' }),
  },
  'get /api/orders/{order}/mail': { class: 'ownerOrAdmin' },
  'post /api/orders/{order}/mail': {
    class: 'ownerOrAdmin',
    body: { to: 'orders@wholesaler.example' },
    answer: [409, 'order_not_for_wholesaler'],
  },
  'post /api/orders/{order}/mail/outcome': {
    class: 'ownerOrAdmin',
    body: { to: 'orders@wholesaler.example', unknownAt: '2026-11-22T08:00:00.000Z', outcome: 'again' },
  },
  'get /api/report/{report}': { class: 'admin', ids: { report: 'Drugshortage' } },
  'post /api/statistics/{id}/openings': { class: 'everyone' },
  'get /api/audit': { class: 'admin' },
  'get /api/audit/choices': { class: 'admin' },
  'get /api/audit/excel': { class: 'admin' },
  'get /api/audit/csv': { class: 'admin' },
  'get /api/merged-products': { class: 'admin' },
  'post /api/merged-products/proposals': { class: 'admin', body: {}, answer: [409, 'no_template_files'] },
  'get /api/merged-products/proposals/{id}': { class: 'admin', ...unknownProposal },
  'get /api/merged-products/proposals/{id}/differences/{list}': {
    class: 'admin',
    ...unknownProposal,
  },
  'get /api/merged-products/proposals/{id}/differences/{list}/excel': {
    class: 'admin',
    ...unknownProposal,
  },
  'post /api/merged-products/proposals/{id}/publish': { class: 'admin', ...unknownProposal },
  'post /api/merged-products/proposals/{id}/schedule': {
    class: 'admin',
    ...unknownProposal,
    body: { publishOn: '2099-01-01' },
  },
  'delete /api/merged-products/proposals/{id}/schedule': { class: 'admin', ...unknownProposal },
  'get /api/merged-products/proposals/{id}/effect': { class: 'admin', ...unknownProposal },
  'get /api/merged-products/portfolio-proposal': { class: 'admin' },
  'get /api/merged-products/portfolio-proposal/csv': { class: 'admin' },
  'post /api/merged-products/portfolio-proposal/decisions': {
    class: 'admin',
    body: {
      decisions: [
        { gtin: original, proposedGtin: provider, decision: 'refused', alternativeGtin: provider, rank: 1 },
      ],
    },
  },
  'post /api/merged-products/portfolio-proposal/decisions/matching': {
    class: 'admin',
    body: { state: 'open', decision: 'refused', text: 'no such product' },
    answer: [409, 'proposals_changed'],
  },
  'post /api/merged-products/portfolio-proposal/decisions/undo': {
    class: 'admin',
    answer: [409, 'nothing_to_undo'],
  },
  'post /api/merged-products/portfolio-proposal/take-over': {
    class: 'admin',
    answer: [409, 'nothing_accepted'],
  },
  'get /api/merged-products/revisions': { class: 'admin' },
  'get /api/product/gtin/{gtin}': { class: 'admin' },
  'get /api/product/gtin/{gtin}/prices': { class: 'admin' },
  'get /api/product/pharmacode/{pharmacode}': { class: 'admin', ids: { pharmacode: 3 } },
  'get /api/product/search': { class: 'admin', query: '?text=provider' },
  'post /api/merged-products/revisions/{revision}/publish': {
    class: 'admin',
    ids: { revision: 999 },
    body: { current: 1 },
    answer: [404, 'not_found'],
  },
  'get /api/config/STOCKOUT_BEZUGS_STATISTIK_ID': { class: 'everyone' },
  'post /api/config/STOCKOUT_BEZUGS_STATISTIK_ID': { class: 'admin', body: () => ({ value: statisticId }) },
  'get /api/config/STOCKOUT_BEZUGS_STATISTIK_ID/preview': { class: 'admin', query: '?value={number}' },
  'get /api/focusgroup': { class: 'admin' },
  'get /api/focusgroup/choices': { class: 'admin' },
  'post /api/focusgroup': {
    class: 'admin',
    body: () => ({ name: `Group ${randomBytes(6).toString('hex')}` }),
  },
  'put /api/focusgroup': {
    class: 'admin',
    before: addFocusGroup,
    body: (_caller, { focusGroupID }) => ({ focusGroupID, name: `Group ${focusGroupID}` }),
  },
  'put /api/focusgroup/{focusGroupID}': {
    class: 'admin',
    before: addFocusGroup,
    body: (_caller, { focusGroupID }) => ({ name: `Group ${focusGroupID}` }),
  },
  'delete /api/focusgroup/{focusGroupID}': { class: 'admin', before: addFocusGroup },
  'get /api/config': { class: 'admin' },
  'put /api/config/{key}': { class: 'admin', ...newDays, body: { value: 21 } },
  'delete /api/config/{key}': { class: 'admin', ...newDays },
  'get /api/alerts': { class: 'signedIn' },
  'put /api/alerts': {
    class: 'signedIn',
    body: { frequency: 'weekly', replaceable: true, own: true, back: true },
  },
  // Leads to a page of the client, which is not asked for here.
  'get /api/alerts/unsubscribe/{token}': {
    class: 'everyone',
    ids: { token: 'x' },
    answer: [404, 'no_such_call'],
  },
  'post /api/alerts/unsubscribe/{token}': {
    class: 'anyToken',
    ids: { token: 'x' },
    answer: [404, 'not_found'],
  },
  'get /api/feeds': { class: 'signedIn' },
  'post /api/feeds': { class: 'signedIn', body: { name: 'Mine', view: 'portfolio' } },
  'put /api/feeds/{id}': { class: 'owner', ...ofFeed, body: { name: 'Still mine' } },
  'post /api/feeds/{id}/token': { class: 'owner', ...ofFeed },
  'get /api/feeds/{token}/csv': { class: 'anyToken', ids: { token: feedToken } },
  'get /api/feeds/{token}/atom': { class: 'anyToken', ids: { token: feedToken } },
  'delete /api/feeds/{id}': { class: 'owner', before: addFeed },
  'get /api/templatefiles': { class: 'admin' },
  'put /api/templatefiles': {
    class: 'admin',
    body: (_caller, { key, id }) => ({ key, id }),
    before: stageVersion,
  },
  'get /api/templatefiles/{key}': { class: 'admin', ...ofFile },
  'get /api/templatefiles/{key}/versions': { class: 'admin', ...ofFile },
  // The only version is the one that counts.
  'post /api/templatefiles/{key}/versions/{id}/use': {
    class: 'admin',
    ...ofFile,
    answer: [409, 'template_file_stale'],
  },
  // Exclusives come with no file of the portal's.
  'post /api/templatefiles/{key}/built-in/use': { class: 'admin', ...ofFile, answer: [404, 'not_found'] },
  'post /api/templatefiles/{key}/check': { class: 'admin', ...ofFile, body: () => exclusivesForm() },
  'get /api/templatefiles/{key}/checks/{id}': { class: 'admin', ...ofFile },
  'get /api/templatefiles/{key}/checks/{id}/problems': { class: 'admin', ...ofFile },
  'get /api/templatefiles/{key}/checks/{id}/problems/excel': { class: 'admin', ...ofFile },
  'get /api/stockout-sources': { class: 'admin' },
  'post /api/stockout-sources': {
    class: 'admin',
    body: () => ({ name: `Source ${randomBytes(6).toString('hex')}` }),
  },
  'put /api/stockout-sources/{id}': {
    class: 'admin',
    before: addStockoutSource,
    body: () => ({ name: `Source ${randomBytes(6).toString('hex')}` }),
  },
  'post /api/stockout-sources/{id}/end': { class: 'admin', before: addStockoutSource },
  'get /api/statistics': { class: 'signedIn' },
  'post /api/statistics': { class: 'signedIn', body: () => uploadForm(file) },
  'post /api/statistics/preview': { class: 'signedIn', body: () => uploadForm(file) },
  'post /api/statistics/preview/problems': { class: 'signedIn', body: () => uploadForm(file) },
  'get /api/statistics/overlapping': {
    class: 'signedIn',
    query: '?customerExternalId=4711&timeMonthFrom=1&timeYearFrom=2025&timeMonthTo=12&timeYearTo=2025',
  },
  'get /api/statistics/combined/preview': { class: 'whoMaySee', query: '?member={number}&member={other}' },
  'post /api/statistics/combined': {
    class: 'whoMaySee',
    body: () => ({ name: 'Together', members: [statisticId, otherId] }),
  },
  'get /api/statistics/{id}/members/figures': { class: 'everyone', query: '?view=molecule&member=1' },
  'get /api/statistics/{id}/members/heads': { class: 'everyone' },
  'get /api/statistics/{id}/members': { class: 'whoMaySee', before: addCombined },
  'put /api/statistics/{id}/members': {
    class: 'whoMayChange',
    before: addCombined,
    body: { positions: [1, 2] },
  },
  'get /api/statistics/{id}': { class: 'everyone' },
  // None stands above it.
  'get /api/statistics/{id}/header-image/{image}': {
    class: 'everyone',
    ids: () => ({ id: link, image: 1 }),
    answer: [404, 'not_found'],
  },
  'get /api/statistics/{id}/links': { class: 'everyone' },
  'get /api/statistics/{id}/explain': { class: 'everyone', query: '?view=summary&figure=turnoverTotal' },
  'get /api/statistics/{id}/compare': { class: 'everyone', query: '?view=summary' },
  'get /api/statistics/{id}/file': { class: 'whoMaySee' },
  'get /api/statistics/{id}/excel': { class: 'everyone' },
  'get /api/statistics/{id}/download-excel': { class: 'everyone', query: '?barcode=true' },
  'get /api/statistics/{id}/download': { class: 'everyone' },
  'get /api/statistics/{id}/handout': { class: 'everyone' },
  'get /api/statistics/{id}/pack': { class: 'signedIn', query: '?parts=figures&parts=offers' },
  'get /api/statistics/{id}/consent': { class: 'whoMaySee' },
  'put /api/statistics/{id}/consent': {
    class: 'whoMayChange',
    body: { consentFileName: 'c.pdf', consentFile: 'data:application/pdf;base64,JVBERi0=' },
  },
  'post /api/statistics/{id}': { class: 'whoMayChange', body: { comment: 'Neu' } },
  'post /api/statistics/{id}/state': { class: 'whoMayChange', query: '?state=true' },
  'post /api/statistics/{id}/accomplished': { class: 'whoMayChange', query: '?accomplished=true' },
  'delete /api/statistics/{id}': { class: 'whoMayChange' },
  'post /api/statistics/{id}/restore': { class: 'whoMayChange' },
  // Last, because it ends the session.
  'post /api/logout': { class: 'anyToken' },
};

let server: TestServer;
let routes: string[];
let link: string;
/** Another of the same customer, to compare with. */
let earlier: string;
let statisticId: number;
/** Of another statistic of the owner. */
let otherId: number;
let imageId: number;
let ownerId: number;
/** Of the owner: one that is changed and one that is followed. */
let feedId: number;
/** Of the owner, with an order made from it; not visible. */
let ownCartKey: string;
let orderId: number;
let newcomerId: number;
/** Whom administrators change and delete. */
let leaverId: number;
let file: Uint8Array;
/** Of the exclusives: checked, and used by the first who may. */
let templateVersionId: number;
const tokens = {} as Record<Caller, string | undefined>;

beforeAll(async () => {
  // A mail server that nobody runs.
  server = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' });
  const { pool } = server;
  await publishReferenceData(pool, smallCatalogue);
  const email = (caller: Caller) => `${caller.replaceAll(' ', '-')}@portal.example`;
  const ids = {} as Record<Caller, number>;
  tokens['unknown token'] = 'x'.repeat(43);
  for (const caller of callers.filter((each) => !['visitor', 'unknown token'].includes(each))) {
    ids[caller] = await addUser(pool, {
      email: email(caller),
      role: caller === 'admin' ? 'Admin' : 'User',
      fullDataAccess: caller === 'full data access',
    });
    tokens[caller] = await signIn(server.url, email(caller));
  }
  await pool.query('update users set parent_user_id = $2, replacement_user_id = $3 where id = $1', [
    ids.owner,
    ids['line manager'],
    ids.replacement,
  ]);
  ownerId = ids.owner;
  newcomerId = await addUser(pool, { email: 'newcomer@portal.example' });
  leaverId = await addUser(pool, { email: 'leaver@portal.example' });
  feedId = Number((await addFeed()).id);
  await insertFeed(
    pool,
    ownerId,
    { name: 'Followed', view: 'portfolio', parameters: {} },
    hashToken(feedToken),
    50,
  );
  await addCustomer(pool, '4711', 'Pharmacy');
  const image = await pool.query(
    `insert into template_images (name, content_type, content) values ('Logo', 'image/png', 'x') returning id`,
  );
  imageId = image.rows[0].id;
  file = await workbook([[original, 1]]);
  ({ directLinkId: link, bezugsStatistikID: statisticId } = await upload());
  ({ directLinkId: earlier, bezugsStatistikID: otherId } = await upload());
  await makeOrder();
  await pool.query('update users set active = false where id = $1', [ids['deactivated user']]);
  await pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    ids['expired token'],
  ]);
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe('3.1.0');
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
});
afterAll(() => server.close());

test('the table says of every route whom it lets in, and of no other', () => {
  expect(routes.filter(viewOf).toSorted()).toEqual([...viewRoutes].toSorted());
  const others = routes.filter((route) => !viewOf(route));
  expect([...others, 'get /api/openapi.json'].sort()).toEqual(Object.keys(table).sort());
});

test('a statistic is found by its number only by whom it may be seen, disabled too', async () => {
  const ask = async (id: number | string, caller: Caller) => {
    const headers = new Headers(tokens[caller] ? { authorization: `Bearer ${tokens[caller]}` } : {});
    const response = await fetch(`${server.url}/api/statistics/${id}`, { headers });
    return [caller, response.status, ((await response.json()) as { directLinkId?: string }).directLinkId];
  };
  const seeing: readonly Caller[] = classes.whoMaySee.letsIn;
  for (const caller of live) {
    const due = seeing.includes(caller) ? [caller, 200, link] : [caller, 404, undefined];
    expect(await ask(statisticId, caller)).toEqual(due);
  }
  for (const caller of endedSession) expect((await ask(statisticId, caller))[1]).toBe(401);
  for (const unknown of [2_147_483_647, 2_147_483_648, 0, '1e3', '007x']) {
    expect(await ask(unknown, 'owner')).toEqual(['owner', 404, undefined]);
  }
  await server.pool.query('update statistics set active = false where id = $1', [statisticId]);
  expect(await ask(statisticId, 'owner')).toEqual(['owner', 200, link]);
  expect(await ask(statisticId, 'unrelated user')).toEqual(['unrelated user', 404, undefined]);
  await server.pool.query('update statistics set active = true where id = $1', [statisticId]);
});

const viewRoutes = new Set(views.map((view) => `get /api${viewPath(view, '{id}')}`));
const allRoutes: [string, Access][] = [
  ...[...viewRoutes].map((route): [string, Access] => [route, { class: 'everyone' }]),
  ...Object.entries(table),
];

test.each(allRoutes.map(([route, access], index) => [route, access, index] as const))(
  '%s lets in exactly whom the table says',
  async (route, access, index) => {
    // Whom one place decides about for every route, each route is asked by one of: tokens that are not good, users who are no
    // administrators, and whoever is signed in where all of them are let in.
    const oneOf = (like: readonly Caller[]) => (long ? like : [like[index % like.length]!]);
    const asking: readonly Caller[] =
      access.class === 'admin'
        ? ['visitor', 'admin', ...oneOf(noAdministrators)]
        : ['anyToken', 'everyone', 'signedIn'].includes(access.class)
          ? ['visitor', ...oneOf(signedIn)]
          : live;
    for (const caller of [...asking, ...oneOf(endedSession)]) {
      const made = await access.before?.();
      if (route.endsWith('/restore')) await setDeleted(true);
      const answer = await answerOf(await call(route, access, caller, made));
      expect.soft([caller, route, ...answer]).toEqual([caller, route, ...due(access, caller)]);
      await setDeleted(false);
    }
  },
);

test.each([
  ['Bearer x', 'session_ended', 401],
  [`Bearer ${'x'.repeat(300)}`, 'session_ended', 401],
  ['Bearer ../../etc', 'session_ended', 401],
  ['bearer x', 'session_ended', 401],
  ['Bearer', 'session_ended', 401],
  // What a proxy in front of the portal asks for is none of its business.
  ['Basic dXNlcjpwYXNz', 'unauthenticated', 200],
])('%s is no token of ours', async (authorization, code, statusForEveryone) => {
  const headers = { authorization };
  const response = await fetch(`${server.url}/api/users/current`, { headers });
  expect([response.status, await response.json()]).toMatchObject([401, { code }]);
  expect((await fetch(`${server.url}/api/statistics/${link}/summary`, { headers })).status).toBe(
    statusForEveryone,
  );
});

test('what a direct link shows depends on who looks', async () => {
  const owner = await signIn(server.url, 'owner@portal.example');
  const unrelated = await signIn(server.url, 'unrelated-user@portal.example');
  const ask = async (path: string, token?: string) => {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    return (await fetch(`${server.url}/api/statistics/${path}`, { headers })).json();
  };
  const fieldsFor = async (token?: string) => Object.keys((await ask(link, token)) as object).sort();
  const visible = [
    'customerName',
    'directLinkId',
    'headerImage',
    'importDate',
    'members',
    'timeInformation',
    'timeMonthFrom',
    'timeMonthTo',
    'timeYearFrom',
    'timeYearTo',
  ];
  expect(await fieldsFor()).toEqual(visible);
  expect(await fieldsFor(unrelated)).toEqual([...visible, 'customerExternalId'].sort());
  expect(await fieldsFor(owner)).toEqual(
    expect.arrayContaining([...visible, 'comment', 'consentFileName', 'uploader']),
  );
  const summaryFor = (token?: string) => ask(`${link}/summary`, token);
  expect(await summaryFor()).not.toHaveProperty('customerExternalId');
  expect(await summaryFor(unrelated)).toHaveProperty('customerExternalId', '4711');
});

async function upload(): Promise<{ directLinkId: string; bezugsStatistikID: number }> {
  const answer = await postStatistic(server.url, tokens.owner!, uploadForm(file));
  return ((await answer.json()) as { bezugsStatistik: Awaited<ReturnType<typeof upload>> }).bezugsStatistik;
}

function viewOf(route: string): boolean {
  return viewRoutes.has(route);
}

/** What an answer is to be: success where that is all that counts. */
function due(
  { class: name, answer }: Access,
  caller: Caller,
): readonly [status: number | 'success', code?: string] {
  const { letsIn, refusal, readers = [] }: Class = classes[name];
  if (letsIn.includes(caller)) return answer ?? ['success'];
  if (caller === 'visitor') return [401, 'unauthenticated'];
  if (endedSession.includes(caller)) return [401, 'session_ended'];
  if (readers.includes(caller)) return [403, 'forbidden'];
  return [refusal, refusal === 403 ? 'forbidden' : 'not_found'];
}

/** Links are followed by direct link id, changes are made by statistic id. */
function call(
  route: string,
  { ids, query = '', body }: Access,
  caller: Caller,
  made: Ids = {},
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ');
  const changes = path.startsWith('/api/statistics/{id}') && !path.endsWith('/openings');
  const byNumber = method === 'delete' || (method === 'post' && changes);
  const parts: Ids = {
    id: byNumber ? statisticId : link,
    cartKey: ownCartKey,
    order: orderId,
    gtin: provider,
    cartRowID: provider,
    quantity: '2.5',
    ...(typeof ids === 'function' ? ids() : ids),
    ...made,
  };
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (parts[name] === undefined) throw new Error(`The entry of ${route} lacks ids: { ${name} }.`);
    return String(parts[name]);
  });
  const comparison = path.endsWith('/compare') ? `&with=${earlier}` : '';
  const sent = typeof body === 'function' ? body(caller, parts) : body;
  const token = tokens[caller];
  return fetch(
    server.url +
      url +
      query.replace('{number}', String(statisticId)).replace('{other}', String(otherId)) +
      comparison,
    {
      method: method.toUpperCase(),
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent && !(sent instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(sent ? { body: sent instanceof FormData ? sent : JSON.stringify(sent) } : {}),
    },
  );
}

async function answerOf(response: Response): Promise<[status: number | 'success', code?: string]> {
  const text = await response.text();
  return response.ok ? ['success'] : [response.status, (JSON.parse(text) as { code: string }).code];
}

/** The owner's cart with one product, and an order of it. */
async function makeOrder(): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.owner}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status, path).toBe(200);
    return response.json();
  };
  const cart = (await ask('POST', `cart/from-statistic/${link}`, {})) as { cartKey: string };
  ownCartKey = cart.cartKey;
  await ask('PUT', `cart/${ownCartKey}/${provider}/3`);
  const { order } = (await ask('POST', `cart/from-statistic/${link}/${ownCartKey}/orders`)) as {
    order: number;
  };
  orderId = order;
}

function exclusivesForm(): FormData {
  const form = new FormData();
  form.set('file', new File([`gtin\n${provider}\n`], 'exclusives.csv'));
  return form;
}

/** Checks a file of exclusives, which can then be used. */
async function stageVersion(): Promise<Ids> {
  const answer = await fetch(`${server.url}/api/templatefiles/exclusives/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: exclusivesForm(),
  });
  templateVersionId = ((await answer.json()) as { id: number }).id;
  return ofFile.ids();
}

/** A feed of the owner's. */
async function addFeed(): Promise<Ids> {
  const feed = { name: 'Mine', view: 'portfolio', parameters: {} } as const;
  return { id: (await insertFeed(server.pool, ownerId, feed, randomBytes(32), 50))!.id };
}

async function addNote(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into customer_notes (customer_external_id, author_id, written_by, text)
     values ('4711', $1, 'Owner', 'Noted') returning id`,
    [ownerId],
  );
  return { number: '4711', note: rows[0].id };
}

/** What the owner keeps of the statistic, for others to see. */
async function addScenario(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into scenarios (statistic_id, owner_id, name, choice, visible, statistic_revision, catalogue_revision)
     values ($1, $2, $3, '{"chosen": ["all"], "share": "1", "benchmark": null}', true, 1, 1) returning id`,
    [statisticId, ownerId, randomBytes(6).toString('hex')],
  );
  return { id: link, scenario: rows[0].id };
}

/** What the owner said of a code. */
async function addMatch(): Promise<Ids> {
  await server.pool.query('delete from product_matches');
  const { rows } = await server.pool.query(
    `insert into product_matches (code, product_gtin, customer_external_id, description, author_id, author_name)
     values ($1, $2, '4711', '', $3, 'Owner') returning id`,
    [unnamed, provider, ownerId],
  );
  return { match: rows[0].id };
}

/** The owner's two statistics as one. */
async function addCombined(): Promise<Ids> {
  const answer = await fetch(`${server.url}/api/statistics/combined`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.owner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Together', members: [statisticId, otherId] }),
  });
  return { id: ((await answer.json()) as { directLinkId: string }).directLinkId };
}

/** What the owner has done. */
async function addAction(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into customer_actions (customer_external_id, user_id, done_by, action)
     values ('4711', $1, 'Owner', 'called') returning id`,
    [ownerId],
  );
  return { number: '4711', action: rows[0].id };
}

async function addFocusGroup(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into focus_groups (name) values ('G' || gen_random_uuid()) returning id`,
  );
  return { focusGroupID: rows[0].id };
}

/** A header image that no statistic shows. */
async function addImage(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into template_images (name, content_type, content)
     values ('I' || gen_random_uuid(), 'image/png', 'x') returning id`,
  );
  return { id: rows[0].id };
}

/** A source of stock-out lists that has none yet. */
async function addStockoutSource(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into named_stockout_sources (name) values ('S' || gen_random_uuid()) returning id`,
  );
  return { id: rows[0].id };
}

/** A wholesaler that nothing names. */
async function addWholesaler(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into wholesalers (name) values ('W' || gen_random_uuid()) returning id`,
  );
  return { wholesalerID: rows[0].id };
}

/** As if the newcomer had asked for a new password by mail. */
async function mailResetToken(): Promise<Ids> {
  await server.pool.query(
    `insert into reset_tokens (token_hash, user_id, expires_at) values ($1, $2, now() + interval '5 minutes')`,
    [hashToken(resetToken), newcomerId],
  );
  return {};
}

/** Deletes or brings back the statistic behind the server's back, and waits until the link knows. */
async function setDeleted(deleted: boolean): Promise<void> {
  const { rowCount } = await server.pool.query(
    'update statistics set deleted_at = case when $2 then now() end where id = $1 and (deleted_at is not null) <> $2',
    [statisticId, deleted],
  );
  if (!rowCount || deleted) return;
  await expect.poll(async () => (await fetch(`${server.url}/api/statistics/${link}/links`)).status).toBe(200);
}

async function addSession(): Promise<Ids> {
  const { rows } = await server.pool.query(
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour') returning id`,
    [randomBytes(32), leaverId],
  );
  return { id: leaverId, sessionId: rows[0].id };
}

async function holdCatalogues(): Promise<Ids> {
  await server.pool.query(
    "insert into config values ('HELD:publications', '2026-01-01T00:00:00.000Z') on conflict do nothing",
  );
  return { kind: 'publications' };
}

import { randomUUID } from 'node:crypto';
import type { News } from '#analytics/stockout-news.ts';
import { monthsBefore } from '#shared/calendar.ts';
import type { Language } from '#shared/languages.ts';
import { AUTOMATIC, type Mail } from '../../mail/send-mail.ts';
import { expectedLine } from '../../platform/i18n/expected-delivery.ts';
import { htmlText } from '../../platform/i18n/html-text.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissDate } from '../../platform/i18n/swiss.ts';
import { marketPages } from '../feeds/row-facts.ts';

/** A mail without recipient, whose address may change before it is sent. */
export type WrittenMail = Omit<Mail, 'to'>;

/** News of a product, and how many of the reader's customers buy it. */
export type Told = News & { customers: number };

export type AlertMailFacts = {
  language: Language;
  name: string;
  /** Base address of the portal, without a trailing slash. */
  portalUrl: string;
  /** Of the stock-out list, YYYY-MM-DD. */
  listDate: string;
  /** YYYY-MM-DD */
  today: string;
  frequency: 'daily' | 'weekly';
  unsubscribeToken: string;
};

const kinds = ['replaceable', 'own', 'back'] as const;

/** Most products per kind; the page shows all. */
const MOST_PER_KIND = 50;

/** Lists show six months up to the day when a link is followed; links to older reports name their day. */
const RECENT_MONTHS = 5;

/** A mail of the news by kind, with links that work after signing in. */
export function alertMail(told: readonly Told[], facts: AlertMailFacts): WrittenMail {
  const { language, name, portalUrl, unsubscribeToken } = facts;
  const words = (key: string, parameters: Record<string, string | number> = {}) =>
    translate(language, `mail.alert.${key}`, parameters);
  const labelled = (key: string, value: string) =>
    translate(language, 'portal.labelled', { label: words(key), value });
  const links = alertLinks(portalUrl, unsubscribeToken, monthsBefore(facts.today, RECENT_MONTHS));
  const sections = kinds
    .map((kind) => ({ kind, all: told.filter((news) => news.kind === kind) }))
    .filter(({ all }) => all.length > 0)
    .map(({ kind, all }) => ({
      heading: words(kind, { count: all.length }),
      products: all.slice(0, MOST_PER_KIND).map((news) => factsOf(news, words, links, facts)),
      more: all.length > MOST_PER_KIND ? words('more', { count: all.length - MOST_PER_KIND }) : undefined,
      page: links.page(kind),
    }));
  const greeting = words('greeting', { name });
  const intro = words('intro', { date: swissDate(facts.listDate) });
  const why = words(facts.frequency === 'daily' ? 'whyDaily' : 'whyWeekly');
  return {
    subject: words('subject', { count: told.length }),
    messageId: `<${randomUUID()}@${new URL(portalUrl).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${links.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...AUTOMATIC,
    },
    text: [
      greeting,
      intro,
      ...sections.flatMap(({ heading, products, more, page }) => [
        heading.toUpperCase(),
        ...products.map(asText),
        ...(more ? [more] : []),
        labelled('open', page),
      ]),
      why,
      [labelled('change', links.settings), labelled('end', links.unsubscribe)].join('\n'),
    ]
      .join('\n\n')
      .concat('\n'),
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.5;color:#1c2b33">`,
      `<p>${htmlText(greeting)}</p><p>${htmlText(intro)}</p>`,
      ...sections.flatMap(({ heading, products, more, page }) => [
        `<h2 style="font-size:17px;margin:28px 0 8px">${htmlText(heading)}</h2>`,
        ...products.map(asHtml),
        more ? `<p>${htmlText(more)}</p>` : '',
        `<p>${anchor(page, words('open'))}</p>`,
      ]),
      `<p style="margin-top:32px;padding-top:12px;border-top:1px solid #c5cdd3;color:#4b5b66">${htmlText(why)}<br>`,
      `${anchor(links.settings, words('change'))} · ${anchor(links.unsubscribe, words('end'))}</p>`,
      '</body></html>',
    ].join(''),
  };
}

type Product = {
  name: string;
  manufacturer: string;
  lines: string[];
  customers: string;
  page: string;
  buyers: string;
};

function factsOf(
  news: Told,
  words: (key: string, parameters?: Record<string, string | number>) => string,
  links: ReturnType<typeof alertLinks>,
  { language, today }: AlertMailFacts,
): Product {
  const { expectedDelivery: delivery, expectedWeek: week, listDate: list, backOn } = news;
  const { alternativeProductName } = news;
  const since = swissDate(news.since);
  return {
    name: news.productName,
    manufacturer: news.manufacturer ?? '',
    lines: [
      backOn === null ? words('since', { date: since }) : words('backOn', { date: swissDate(backOn), since }),
      delivery ? expectedLine(language, { delivery, week, today, list }) : '',
      alternativeProductName ? words('alternative', { name: alternativeProductName }) : '',
    ].filter(Boolean),
    customers: words('customers', { count: news.customers }),
    page: links.product(news),
    buyers: links.customers(news),
  };
}

function asText({ name, manufacturer, lines, customers, page, buyers }: Product): string {
  const title = [name, manufacturer].filter(Boolean).join(', ');
  return [`* ${title}`, ...lines, page, customers, buyers].join('\n  ');
}

function asHtml({ name, manufacturer, lines, customers, page, buyers }: Product): string {
  const maker = manufacturer ? `, ${htmlText(manufacturer)}` : '';
  return [
    '<p style="margin:0 0 12px;padding-left:12px;border-left:3px solid #0f5c75">',
    `<strong>${anchor(page, name)}</strong>${maker}<br>`,
    lines.map(htmlText).join('<br>'),
    `<br>${anchor(buyers, customers)}</p>`,
  ].join('');
}

function anchor(address: string, text: string): string {
  return `<a href="${htmlText(address)}" style="color:#0f5c75">${htmlText(text)}</a>`;
}

/** Links of a mail; pages for signed-in users ask for sign-in first. `recent`: first day that lists show by default. */
function alertLinks(portalUrl: string, unsubscribeToken: string, recent: string) {
  const pages = {
    replaceable: marketPages['portfolio/competitor'],
    own: '/stockout',
    back: marketPages['portfolio/back-in-stock'],
  } as const;
  const page = (kind: News['kind']) => `${portalUrl}${pages[kind]}`;
  /** A page filtered to the product; for the provider's own products with the day since when they are missing. */
  const product = ({ kind, molecule, since, backOn }: News) => {
    const parameters = new URLSearchParams(kind === 'own' ? { date: since, series: 'PROVIDER' } : {});
    if (kind !== 'own' && molecule) parameters.set('molecule', molecule);
    if (kind === 'replaceable' && since < recent) parameters.set('stockOutSince', since);
    if (kind === 'back' && backOn) parameters.set('date', backOn);
    return parameters.size > 0 ? `${page(kind)}?${parameters}` : page(kind);
  };
  return {
    page,
    product,
    /** The reader's customers who buy it. */
    customers: ({ gtin }: News) => `${portalUrl}/product-customers/${gtin}`,
    settings: `${portalUrl}/stockout-subscriptions`,
    /** For people: a page that asks for confirmation. */
    unsubscribe: `${portalUrl}/unsubscribe/${unsubscribeToken}`,
    /** For mail programs (RFC 8058): they POST; a GET leads people to the page. */
    oneClick: `${portalUrl}/api/alerts/unsubscribe/${unsubscribeToken}`,
  };
}

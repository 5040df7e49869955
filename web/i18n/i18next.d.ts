import 'i18next';
import type account from '../../translations/en/account.json';
import type admin from '../../translations/en/admin.json';
import type atc from '../../translations/en/atc.json';
import type audit from '../../translations/en/audit.json';
import type callList from '../../translations/en/callList.json';
import type cart from '../../translations/en/cart.json';
import type compare from '../../translations/en/compare.json';
import type dashboard from '../../translations/en/dashboard.json';
import type explain from '../../translations/en/explain.json';
import type feeding from '../../translations/en/feeding.json';
import type filters from '../../translations/en/filters.json';
import type groups from '../../translations/en/groups.json';
import type guide from '../../translations/en/guide.json';
import type help from '../../translations/en/help.json';
import type lists from '../../translations/en/lists.json';
import type manage from '../../translations/en/manage.json';
import type market from '../../translations/en/market.json';
import type marketWhy from '../../translations/en/marketWhy.json';
import type portal from '../../translations/en/portal.json';
import type preview from '../../translations/en/preview.json';
import type products from '../../translations/en/products.json';
import type reports from '../../translations/en/reports.json';
import type settings from '../../translations/en/settings.json';
import type setup from '../../translations/en/setup.json';
import type shell from '../../translations/en/shell.json';
import type stockout from '../../translations/en/stockout.json';
import type subscriptions from '../../translations/en/subscriptions.json';
import type toCart from '../../translations/en/toCart.json';
import type upload from '../../translations/en/upload.json';
import type users from '../../translations/en/users.json';
import type wholesalers from '../../translations/en/wholesalers.json';
import type why from '../../translations/en/why.json';
import type boot from './boot-messages.json';

/** Makes a misspelt key a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'portal';
    resources: {
      account: typeof account;
      admin: typeof admin;
      atc: typeof atc;
      audit: typeof audit;
      boot: (typeof boot)['en']['boot'];
      callList: typeof callList;
      cart: typeof cart;
      compare: typeof compare;
      dashboard: typeof dashboard;
      explain: typeof explain;
      feeding: typeof feeding;
      filters: typeof filters;
      groups: typeof groups;
      help: typeof help;
      lists: typeof lists;
      market: typeof market;
      marketWhy: typeof marketWhy;
      portal: typeof portal;
      products: typeof products;
      guide: typeof guide;
      manage: typeof manage;
      settings: typeof settings;
      reports: typeof reports;
      setup: typeof setup;
      shell: typeof shell;
      subscriptions: typeof subscriptions;
      preview: typeof preview;
      stockout: typeof stockout;
      toCart: typeof toCart;
      upload: typeof upload;
      users: typeof users;
      wholesalers: typeof wholesalers;
      why: typeof why;
    };
  }
}

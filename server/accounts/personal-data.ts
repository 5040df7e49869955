import type { PersonalData } from '#shared/schemas/user.ts';
import { type Queryable, queryRows } from '../platform/database/query.ts';

/**
 * What is stored of a user, by kind; $1 is the user. Without credentials, and without customers' data beyond their
 * identity.
 */
export const personalData = {
  account: `select id, email, name, role, active, full_data_access, parent_user_id, replacement_user_id, language, start_page, pack,
    created_at, last_sign_in_at
    from users where id = $1`,
  sessions: 'select name, created_at, used_at, expires_at, browser, system from sessions where user_id = $1',
  knownDevices: 'select expires_at from known_devices where user_id = $1',
  passwordLinks: 'select expires_at from reset_tokens where user_id = $1',
  feeds: 'select name, view, parameters, created_at from feeds where user_id = $1',
  alerts:
    'select frequency, replaceable, own, back, mailed_at, next_at from alert_subscriptions where user_id = $1',
  linksInAlerts: 'select expires_at from unsubscribe_tokens where user_id = $1',
  mails: `select kind, recipient, written_at, attempts, sent_at,
      coalesce(user_id, subscriber_id) = $1 as "toYou", requested_by = $1 as "askedForByYou"
    from mails where user_id = $1 or subscriber_id = $1 or requested_by = $1 order by id`,
  notes:
    'select customer_external_id, text, written_by, made_at from customer_notes where author_id = $1 order by id',
  callsAndReminders: `select customer_external_id, action, until, done_by, made_at
    from customer_actions where user_id = $1 order by id`,
  uploads: `select id, customer_external_id, customer_name, import_date, file_name, sales_representative, comment, deleted_at,
      uploader_id = $1 as "uploadedByYou", deleted_by = $1 as "deletedByYou"
    from statistics where uploader_id = $1 or deleted_by = $1 order by id`,
  scenarios:
    'select statistic_id, name, choice, proposed, visible, made_at from scenarios where owner_id = $1 order by id',
  productsMatched: `select code, product_gtin, customer_external_id, description, made_at, general_at
    from product_matches where author_id = $1 order by id`,
  carts: `select id, statistic_id, created_at, signature_name, handed_from
    from carts where owner_id = $1 or handed_to = $1 order by id`,
  editsOfCarts: `select cart_id, kind, (made_at at time zone 'Europe/Zurich')::date::text as day, count(*)::integer as edits
    from cart_changes where user_id = $1 group by 1, 2, 3 order by 3, 1, 2`,
  orders: `select id, version, statistic_id, made_at, handed_again_at, signed, owner_id = $1 as "yours", made_by = $1 as "madeByYou"
    from orders where owner_id = $1 or made_by = $1 order by id`,
  customerCorrections:
    'select external_id, corrected, corrected_at from customer_corrections where corrected_by = $1 order by external_id',
  catalogueProposals: `select id, built_at, built_by_name, publish_on, built_by = $1 as "builtByYou", scheduled_by = $1 as "scheduledByYou"
    from catalogue_proposals where built_by = $1 or scheduled_by = $1 order by id`,
  portfolioDecisions:
    'select gtin, proposed_gtin, decision, decided_at from portfolio_decisions where decided_by = $1 order by gtin',
  templateFiles: `select key, file_name, checked_at, used_at, used_by_name, reason,
      checked_by = $1 as "checkedByYou", used_by = $1 as "usedByYou"
    from template_file_versions where checked_by = $1 or used_by = $1 order by id`,
  settings: 'select key, value, changed_at from config_changes where changed_by = $1 order by id',
  auditOfYourDeeds: `select made_at, user_name, action, subject, subject_key, subject_name, before, after, reason
    from audit_entries where user_id = $1 order by id`,
  auditAboutYou: `select made_at, action, subject_name, before, after, reason
    from audit_entries where subject = 'user' and subject_key = $1::text order by id`,
  openingsOfYourStatistics: `select day::text, event, caller, count from usage_counts where representative_id = $1
    order by day, event, caller, statistic_id`,
} as const;

/** All stored data of a user. */
export async function personalDataOf(db: Queryable, userId: number): Promise<PersonalData> {
  const kept: PersonalData = {};
  for (const [kind, sql] of Object.entries(personalData)) kept[kind] = await queryRows(db, sql, [userId]);
  return kept;
}

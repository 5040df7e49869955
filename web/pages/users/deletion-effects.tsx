import { useTranslation } from 'react-i18next';
import type { DeletionEffect } from '../../api/people.ts';

interface DeletionEffectsProps {
  effect: DeletionEffect;
  isStale: boolean;
  /** Who takes over. */
  heir: string | undefined;
  /** To whom the user reports. */
  above: string | undefined;
}

/** What becomes of everything that a user has. */
export function DeletionEffects({ effect, isStale, heir, above }: DeletionEffectsProps) {
  const { t } = useTranslation('users');
  const { uploads, carts, cartsOfBoth, orders, feeds, alerts, reports, replacementFor } = effect;
  const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ');
  const name = heir ?? '';
  const told = [
    uploads > 0 && t(heir ? 'effect.uploadsGo' : 'effect.uploadsStay', { count: uploads, name }),
    carts > 0 && t(heir ? 'effect.cartsGo' : 'effect.cartsEnd', { count: carts, name }),
    heir && cartsOfBoth > 0 && t('effect.cartsOfBoth', { count: cartsOfBoth, name }),
    orders > 0 && t(heir ? 'effect.ordersGo' : 'effect.ordersStay', { count: orders, name }),
    feeds > 0 && t('effect.feeds', { count: feeds }),
    alerts && t('effect.alerts'),
    reports.length > 0 &&
      t(above ? 'effect.reportsUp' : 'effect.reportsFree', { people: namesOf(reports), above: above ?? '' }),
    replacementFor.length > 0 && t('effect.replaced', { people: namesOf(replacementFor) }),
  ].filter((text) => typeof text === 'string' && text !== '');
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <h3>{t('effect.title')}</h3>
      <ul className="users__effects">
        {told.map((text) => (
          <li key={String(text)}>{text}</li>
        ))}
        {told.length === 0 && <li>{t('effect.nothing')}</li>}
      </ul>
    </div>
  );
}

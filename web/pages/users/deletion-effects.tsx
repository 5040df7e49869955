import { useTranslation } from 'react-i18next';
import type { DeletionEffect } from '../../api/people.ts';

interface DeletionEffectsProps {
  effect: DeletionEffect;
  isStale: boolean;
  /** To whom the user reports. */
  above: string | undefined;
}

/** What becomes of everything that a deleted user has. */
export function DeletionEffects({ effect, isStale, above }: DeletionEffectsProps) {
  const { t } = useTranslation('users');
  const { uploads, carts, orders, feeds, alerts, reports, replacementFor, handedOverTo } = effect;
  const told = [
    ...useHandedOver(effect),
    !handedOverTo && uploads > 0 && t('effect.uploadsStay', { count: uploads }),
    !handedOverTo && carts > 0 && t('effect.cartsEnd', { count: carts }),
    !handedOverTo && orders > 0 && t('effect.ordersStay', { count: orders }),
    feeds > 0 && t('effect.feeds', { count: feeds }),
    alerts && t('effect.alerts'),
    reports.length > 0 &&
      t(above ? 'effect.reportsUp' : 'effect.reportsFree', { people: namesOf(reports), above: above ?? '' }),
    replacementFor.length > 0 && t('effect.replaced', { people: namesOf(replacementFor) }),
  ];
  return <Effects title={t('effect.title')} isStale={isStale} told={told} />;
}

/** What becomes of uploads, carts and orders of a user who is deactivated. */
export function DeactivationEffects({ effect, isStale, above }: DeletionEffectsProps) {
  const { t } = useTranslation('users');
  const { uploads, carts, orders, handedOverTo } = effect;
  const told = [
    ...useHandedOver(effect),
    !handedOverTo && uploads > 0 && t('effect.uploadsKept', { count: uploads }),
    !handedOverTo && uploads > 0 && above && t('effect.seenBy', { name: above }),
    !handedOverTo && carts > 0 && t('effect.cartsKept', { count: carts }),
    !handedOverTo && orders > 0 && t('effect.ordersKept', { count: orders }),
  ];
  return <Effects title={t('effect.titleDeactivate')} isStale={isStale} told={told} />;
}

/** What goes to somebody, and who loses sight of it. */
function useHandedOver({ handedOverTo, uploads, carts, cartsOfBoth, orders, loseSight }: DeletionEffect) {
  const { t } = useTranslation('users');
  const name = handedOverTo?.name ?? '';
  return [
    handedOverTo && uploads > 0 && t('effect.uploadsGo', { count: uploads, name }),
    handedOverTo && carts > 0 && t('effect.cartsGo', { count: carts, name }),
    handedOverTo && cartsOfBoth > 0 && t('effect.cartsOfBoth', { count: cartsOfBoth, name }),
    handedOverTo && orders > 0 && t('effect.ordersGo', { count: orders, name }),
    loseSight.length > 0 && <strong>{t('effect.loseSight', { people: namesOf(loseSight) })}</strong>,
  ];
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ');

function Effects({ title, isStale, told }: { title: string; isStale: boolean; told: React.ReactNode[] }) {
  const { t } = useTranslation('users');
  const shown = told.filter(Boolean);
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <h3>{title}</h3>
      <ul className="users__effects">
        {shown.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no state.
          <li key={index}>{text}</li>
        ))}
        {shown.length === 0 && <li>{t('effect.nothing')}</li>}
      </ul>
    </div>
  );
}

import { Callout, Classes } from '@blueprintjs/core';
import { Build } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from '../../components/link.tsx';
import { useOpenItems } from '../../components/use-open-items.ts';
import './setup-notice.css';

/** Tells administrators what a new portal still lacks; it goes when nothing is open. */
export function SetupNotice() {
  const { t } = useTranslation('setup');
  const open = useOpenItems();
  if (open.length === 0) return null;
  const items = open.map(({ name }) => t(`items.${name}.title`)).join(', ');
  return (
    <Callout intent="primary" icon={<Build />} className="setup-notice">
      <p>
        <strong>{t('notice.title')}</strong> {t('notice.text', { items })}
      </p>
      <Link className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`} to="/admin/setup">
        {t('notice.link')}
      </Link>
    </Callout>
  );
}

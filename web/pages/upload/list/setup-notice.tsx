import { Callout, Classes } from '@blueprintjs/core';
import { Build, Time } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useLateSources, useOpenItems } from '../../../components/hooks/use-open-items.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { ageWords } from '../../setup/age-words.ts';

/** Tells administrators what a new portal still lacks, and which sources are old; it goes when there is nothing. */
export function SetupNotice() {
  const { t } = useTranslation('setup');
  const open = useOpenItems();
  const late = useLateSources();
  const items = open.map(({ name }) => t(`items.${name}.title`)).join(', ');
  return (
    <>
      {open.length > 0 && (
        <Callout intent="primary" icon={<Build />} className="setup-notice">
          <p>
            <strong>{t('notice.title')}</strong> {t('notice.text', { items })}
          </p>
          <Link className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`} to="/admin/setup">
            {t('notice.link')}
          </Link>
        </Callout>
      )}
      {late.length > 0 && (
        <Callout intent="warning" icon={<Time />} className="setup-notice">
          <p>
            <strong>{t('page.late')}</strong> {late.map((age) => t('age', ageWords(age))).join(' · ')}
          </p>
          <Link className={Classes.BUTTON} to="/admin/template-files">
            {t('notice.files')}
          </Link>
        </Callout>
      )}
    </>
  );
}

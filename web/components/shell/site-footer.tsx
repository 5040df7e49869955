import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import './site-footer.css';

export function SiteFooter() {
  const { t } = useTranslation();
  const { data: portal } = useQuery(portalQuery);
  const contact = portal?.contact;
  return (
    <footer className="site-footer">
      <div className="site-footer__inner">
        {portal && (
          <address className="site-footer__contact" aria-label={t('footer.label')}>
            <span>{contact?.address || portal.providerName}</span>
            {contact?.phone && <a href={`tel:${contact.phone.replace(/\s/g, '')}`}>{contact.phone}</a>}
            {contact?.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
          </address>
        )}
        {portal?.demo && <p className="site-footer__demo">{t('footer.demo')}</p>}
      </div>
    </footer>
  );
}

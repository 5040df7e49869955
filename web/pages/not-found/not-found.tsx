import { Search } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageMessage } from '../../components/page-message.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';

/** For unknown addresses, and for statistics that do not exist or whose link was disabled. */
export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('notFound.title'));
  return (
    <PageMessage
      icon={<Search size={40} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<Link to="/">{t('notFound.home')}</Link>}
    />
  );
}

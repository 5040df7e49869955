import { WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import './feedback.css';

/** Says that the browser does not keep what was entered. */
export function NotKept() {
  const { t } = useTranslation();
  return (
    <p className="row row--tight not-kept" role="status">
      <WarningSign size={14} /> {t('unsaved.notKept')}
    </p>
  );
}

import { useTranslation } from 'react-i18next';
import './why-mark.css';

/** Stands in the active cell where it holds a figure, and asks why when it is pressed; the table listens. */
export function WhyMark() {
  const { t } = useTranslation('why');
  return (
    <button
      type="button"
      tabIndex={-1}
      className="why-mark"
      data-why
      aria-label={t('short')}
      title={t('hint')}
    />
  );
}

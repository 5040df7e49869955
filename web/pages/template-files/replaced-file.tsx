import { Callout } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { TemplateReplaced } from '../../api/template-files.ts';
import { Link } from '../../components/navigation/link.tsx';
import { formatCount } from '../../i18n/formats.ts';

interface ReplacedFileProps {
  result: TemplateReplaced;
  changesMergedProducts: boolean;
}

/** What replacing a file has become, and what is left to do. */
export function ReplacedFile({ result, changesMergedProducts }: ReplacedFileProps) {
  const { t } = useTranslation('templateFiles');
  const { message, numImportedItems, warnings } = result;
  return (
    <Callout
      role="alert"
      intent={warnings.length > 0 ? 'warning' : 'success'}
      icon={<TickCircle />}
      className="replace-dialog__result"
    >
      <p>{message}</p>
      <p>{t('result.imported', { formatted: formatCount(numImportedItems) })}</p>
      {warnings.map((warning) => (
        <p key={warning}>{t('result.warning', { warning })}</p>
      ))}
      {changesMergedProducts && (
        <>
          <p>{t('result.remember')}</p>
          <Link to="/product?build=true" className="bp6-button bp6-intent-primary">
            {t('result.build')}
          </Link>
        </>
      )}
    </Callout>
  );
}

import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Language } from '#shared/languages.ts';
import { saveLanguage } from '../../api/session.ts';
import { switchLanguage } from '../../i18n/translations.ts';
import { inItsPlace } from '../dialogs/use-dialog.ts';
import { failureText } from '../feedback/failure-notice.tsx';
import { showFailure } from '../feedback/toasts.ts';

/** Changes the language, saves it with the user, and keeps a `lang` parameter in the address true to it. */
export function useSwitchLanguage(): (language: Language) => void {
  const { t } = useTranslation(['portal', 'boot']);
  const [, setParameters] = useSearchParams();
  return (language) => {
    switchLanguage(language)
      .then((isShown) => {
        if (!isShown) return;
        saveLanguage(language).catch((error) => showFailure(failureText(error, t)));
        // As it is by now.
        const parameters = new URLSearchParams(location.search);
        if (!parameters.has('lang')) return;
        parameters.set('lang', language);
        setParameters(parameters, inItsPlace());
      })
      .catch(() => showFailure(t('boot:failed')));
  };
}

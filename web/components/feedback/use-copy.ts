import { useTranslation } from 'react-i18next';
import { showFailure, showSuccess } from './toasts.ts';

/** Copies a text, or selects it where the browser does not let pages copy: most do so behind TLS alone. Says which. */
export function useCopy(text: string, select: () => void): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess(t('action.copied'));
    } catch {
      select();
      showFailure(t('failure.copy'));
    }
  };
}

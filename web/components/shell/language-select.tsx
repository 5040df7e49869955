import { HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { isLanguage, languages } from '#shared/languages.ts';
import { useSwitchLanguage } from './use-switch-language.ts';

/** The visitor's choice of language; signed-in users have it in their menu. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation();
  const switchTo = useSwitchLanguage();
  return (
    <HTMLSelect
      minimal
      aria-label={t('nav.language')}
      value={i18n.language}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (isLanguage(chosen)) switchTo(chosen);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`languages.${language}`)}
        </option>
      ))}
    </HTMLSelect>
  );
}

import { Button } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequiredText, type RequiredTextProps } from './required-text.tsx';

type PasswordTextProps = Omit<RequiredTextProps, 'name' | 'type' | 'rightElement'> & { name?: string };

/** A password field whose content can be made visible. */
export function PasswordText(props: PasswordTextProps) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <RequiredText
      name="password"
      {...props}
      type={visible ? 'text' : 'password'}
      rightElement={
        <Button
          variant="minimal"
          icon={visible ? <EyeOff /> : <EyeOpen />}
          aria-label={visible ? t('login.hidePassword') : t('login.showPassword')}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}

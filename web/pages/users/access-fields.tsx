import { Radio, RadioGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { StrengthMeter } from '../../components/forms/new-password/strength-meter.tsx';
import { PasswordText } from '../../components/forms/password-text.tsx';
import type { UserForm } from './user-form.ts';

interface AccessFieldsProps {
  access: UserForm['access'];
  password: string;
  score: number | undefined;
  problem: string | undefined;
  onAccess: (access: UserForm['access']) => void;
  onPassword: (password: string) => void;
}

/** How a new user gets in: by a mail with a link, or with a password that is set here. */
export function AccessFields({ access, password, score, problem, onAccess, onPassword }: AccessFieldsProps) {
  const { t } = useTranslation('users');
  return (
    <div className="users__whole-row">
      <RadioGroup
        label={t('form.access')}
        selectedValue={access}
        onChange={({ currentTarget: { value } }) =>
          onAccess(value === 'password' ? 'password' : 'invitation')
        }
      >
        <Radio value="invitation" label={t('form.byInvitation')} />
        <Radio value="password" label={t('form.byPassword')} />
      </RadioGroup>
      {access === 'password' && (
        <>
          <PasswordText
            label={t('form.password')}
            autoComplete="new-password"
            maxLength={200}
            value={password}
            describedBy="password-strength"
            problem={problem}
            onChange={onPassword}
          />
          <StrengthMeter id="password-strength" score={password ? score : undefined} />
        </>
      )}
    </div>
  );
}

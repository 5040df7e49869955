import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface RequiredTextProps {
  name: string;
  label: string;
  type: string;
  autoComplete: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  rightElement?: React.JSX.Element;
  /** Id of what says more about the field. */
  describedBy?: string;
  maxLength?: number;
}

/** A large text field that must be filled in; the problem stands below it and is read out with it. */
export function RequiredText({
  name,
  label,
  problem,
  onChange,
  describedBy,
  maxLength = 255,
  ...input
}: RequiredTextProps) {
  const described = [describedBy, problem && `${name}-problem`].filter(Boolean).join(' ');
  return (
    <FormGroup
      label={label}
      labelFor={name}
      intent={problem ? 'danger' : 'none'}
      helperText={problem && <span id={`${name}-problem`}>{problem}</span>}
    >
      <InputGroup
        {...input}
        id={name}
        name={name}
        size="large"
        maxLength={maxLength}
        required
        intent={problem ? 'danger' : 'none'}
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
        onValueChange={onChange}
      />
    </FormGroup>
  );
}

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

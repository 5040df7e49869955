import { FormGroup, InputGroup } from '@blueprintjs/core';

export interface RequiredTextProps {
  name: string;
  label: string;
  type: string;
  autoComplete: string;
  value: string;
  problem: string | undefined;
  disabled?: boolean;
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

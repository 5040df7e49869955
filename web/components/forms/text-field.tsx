import { FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import type { ReactNode } from 'react';

interface TextFieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What keeps the form from being saved; read out with the field. */
  problem?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  multiline?: boolean;
  maxLength?: number;
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel';
}

/** A field of a form, with what is wrong with it or what it is for. */
export function TextField({
  id,
  label,
  value,
  onChange,
  problem,
  hint,
  required = false,
  multiline = false,
  maxLength = 255,
  inputMode = 'text',
}: TextFieldProps) {
  const told = problem ?? hint;
  const attributes = {
    id,
    value,
    maxLength,
    required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': told ? `${id}-told` : undefined,
  };
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={problem ? 'danger' : 'none'}
      helperText={told && <span id={`${id}-told`}>{told}</span>}
    >
      {multiline ? (
        <TextArea {...attributes} fill autoResize onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <InputGroup
          {...attributes}
          inputMode={inputMode}
          intent={problem ? 'danger' : 'none'}
          onValueChange={onChange}
        />
      )}
    </FormGroup>
  );
}

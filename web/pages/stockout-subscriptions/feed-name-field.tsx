import { FormGroup, InputGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

interface FeedNameFieldProps {
  id: string;
  value: string;
  /** Says that there must be one. */
  isMissing: boolean;
  autoFocus: boolean;
  onChange: (name: string) => void;
}

export function FeedNameField({ id, value, isMissing, autoFocus, onChange }: FeedNameFieldProps) {
  const { t } = useTranslation('subscriptions');
  return (
    <FormGroup
      label={t('feeds.name')}
      labelFor={id}
      intent={isMissing ? 'danger' : 'none'}
      helperText={isMissing && <span id={`${id}-missing`}>{t('feeds.nameMissing')}</span>}
    >
      <InputGroup
        id={id}
        autoFocus={autoFocus}
        maxLength={100}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  );
}

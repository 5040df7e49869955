import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedStorage } from '../../../api/browser-storage.ts';
import './why-button.css';

const storageKey = 'why-hint-read';

/** Says once in a browser that figures can be asked why. */
export function WhyHint() {
  const { t } = useTranslation('why');
  const [isOpen, setOpen] = useState(() => sharedStorage.read(storageKey) === null);
  if (!isOpen) return null;
  return (
    <p className="why-hint">
      {t('firstHint')}
      <Button
        variant="minimal"
        size="small"
        icon={<Cross size={14} />}
        aria-label={t('firstHintClose')}
        onClick={() => {
          sharedStorage.write(storageKey, 'yes');
          setOpen(false);
        }}
      />
    </p>
  );
}

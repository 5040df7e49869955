import { Button, Tooltip } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import './dialogs.css';

/** The small sign beside a figure that says how it is counted, on hover, focus and touch. */
export function HelpTip({ text }: { text: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <Tooltip content={<span className="help-tip__text">{text}</span>} placement="top" compact>
      <Button
        className="help-tip"
        variant="minimal"
        size="small"
        icon={<InfoSign size={14} />}
        aria-label={t('explain', { text })}
      />
    </Tooltip>
  );
}

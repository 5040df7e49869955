import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import {
  Disable,
  DocumentIcon,
  DocumentOpen,
  Edit,
  Export,
  Link as LinkIcon,
  More,
  Trash,
  Unlock,
} from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Statistic } from '../../../api/statistics.ts';

export type RowAction =
  | 'edit'
  | 'directLink'
  | 'toggle'
  | 'excel'
  | 'consentDownload'
  | 'consentUpload'
  | 'delete';

interface RowMenuProps {
  statistic: Statistic;
  onAction: (action: RowAction, statistic: Statistic) => void;
}

/** What can be done with an upload. A disabled one has neither Edit nor Direct Link. */
export function RowMenu({ statistic, onAction }: RowMenuProps) {
  const { t } = useTranslation('manage');
  const label = t('menu.label', { customer: statistic.customerName ?? String(statistic.bezugsStatistikID) });
  const act = (action: RowAction) => () => onAction(action, statistic);
  const menu = (
    <Menu aria-label={label}>
      {statistic.active && <MenuItem icon={<Edit />} text={t('menu.edit')} onClick={act('edit')} />}
      {statistic.active && (
        <MenuItem icon={<LinkIcon />} text={t('menu.directLink')} onClick={act('directLink')} />
      )}
      <MenuItem
        icon={statistic.active ? <Disable /> : <Unlock />}
        text={statistic.active ? t('menu.disable') : t('menu.enable')}
        onClick={act('toggle')}
      />
      <MenuDivider />
      <MenuItem icon={<Export />} text={t('menu.excel')} onClick={act('excel')} />
      {statistic.consentFileName && (
        <MenuItem icon={<DocumentIcon />} text={t('menu.consentDownload')} onClick={act('consentDownload')} />
      )}
      <MenuItem icon={<DocumentOpen />} text={t('menu.consentUpload')} onClick={act('consentUpload')} />
      <MenuDivider />
      <MenuItem icon={<Trash />} intent="danger" text={t('menu.delete')} onClick={act('delete')} />
    </Menu>
  );
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <Button variant="minimal" icon={<More />} aria-label={label} />
    </PopoverNext>
  );
}

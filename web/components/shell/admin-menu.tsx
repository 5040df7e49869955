import { Button } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { LaterPopover } from '../loading/later-popover.tsx';
import type { PopoverCode } from '../loading/use-popover-code.ts';
import { LinkItem } from '../navigation/link-item.tsx';
import { usePageLabel } from '../navigation/use-page-label.ts';
import { usePages } from '../navigation/use-pages.ts';

/** The pages for administrators; nothing for others. */
export function AdminMenu() {
  const { t } = useTranslation('admin');
  const nameOf = usePageLabel();
  const pages = usePages()('admin');
  if (pages.length === 0) return null;
  const menu = ({ Menu, MenuItem }: PopoverCode) => (
    <Menu aria-label={t('menu')}>
      {pages.map((page) => (
        <LinkItem key={page.path} item={MenuItem} to={page.path} text={nameOf(page)} />
      ))}
    </Menu>
  );
  return (
    <LaterPopover content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" endIcon={<CaretDown />} text={t('menu')} />
    </LaterPopover>
  );
}

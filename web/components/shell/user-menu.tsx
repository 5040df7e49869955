import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Blank, CaretDown, LogOut, Tick, User as UserIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/languages.ts';
import { signOut, type User } from '../../api/session.ts';
import { LinkItem } from '../navigation/link-item.tsx';
import { useGo } from '../navigation/use-go.ts';
import { usePageLabel } from '../navigation/use-page-label.ts';
import { usePages } from '../navigation/use-pages.ts';
import { useSwitchLanguage } from './use-switch-language.ts';

export function UserMenu({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const switchTo = useSwitchLanguage();
  const pagesIn = usePages();
  const nameOf = usePageLabel();

  function leave() {
    signOut();
    go('/login');
  }

  const menu = (
    <Menu aria-label={t('nav.userMenu', { name: user.name })}>
      <li role="none" className="top-bar__menu-label">
        {t('nav.language')}
      </li>
      {languages.map((language) => (
        <MenuItem
          key={language}
          icon={language === i18n.language ? <Tick /> : <Blank />}
          text={t(`languages.${language}`)}
          lang={language}
          aria-current={language === i18n.language}
          onClick={() => switchTo(language)}
        />
      ))}
      <MenuDivider />
      {pagesIn('user').map((page) => (
        <LinkItem key={page.path} to={page.path} text={nameOf(page)} icon={<Blank />} />
      ))}
      <MenuItem icon={<LogOut />} text={t('nav.signOut')} onClick={leave} />
    </Menu>
  );
  return (
    <PopoverNext
      content={menu}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      inheritDarkTheme={false}
    >
      <Button
        variant="minimal"
        icon={<UserIcon />}
        endIcon={<CaretDown />}
        text={<span className="top-bar__user">{user.name}</span>}
        aria-label={t('nav.userMenu', { name: user.name })}
      />
    </PopoverNext>
  );
}

import { MenuItem } from '@blueprintjs/core';
import { type MouseEvent, type ReactElement, useCallback } from 'react';
// biome-ignore-start lint/style/noRestrictedImports: everybody else takes from here what leads on.
import {
  type NavigateOptions,
  Link as PlainLink,
  type LinkProps as PlainLinkProps,
  NavLink as PlainNavLink,
  type NavLinkProps as PlainNavLinkProps,
  useHref,
  useLinkClickHandler,
  useLocation,
  useNavigate,
} from 'react-router';
// biome-ignore-end lint/style/noRestrictedImports: see above.
import { keeping } from '../../url-state/address.ts';

type LinkProps = Omit<PlainLinkProps, 'to'> & { to: string };
type NavLinkProps = Omit<PlainNavLinkProps, 'to'> & { to: string };

/** Leads to another page, with the language and the layout of this one. */
export function Link({ to, ...others }: LinkProps) {
  return <PlainLink to={keeping(to, useLocation().search)} {...others} />;
}

/** The same, marked while its page is open. */
export function NavLink({ to, ...others }: NavLinkProps) {
  return <PlainNavLink to={keeping(to, useLocation().search)} {...others} />;
}

interface LinkItemProps {
  to: string;
  text: string;
  icon?: ReactElement;
  /** Beside the text. */
  label?: string | undefined;
}

/** An entry of a menu that is a link: it can be opened in another tab, and loads nothing anew in this one. */
export function LinkItem({ to, text, icon, label }: LinkItemProps) {
  const address = keeping(to, useLocation().search);
  const follow = useLinkClickHandler(address);
  return (
    <MenuItem
      href={useHref(address)}
      icon={icon}
      text={text}
      label={label}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
}

/** Goes to another page, with the language and the layout of this one. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (to, options) => {
      navigate(keeping(to, search), options);
    },
    [navigate, search],
  );
}

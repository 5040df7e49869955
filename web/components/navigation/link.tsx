import type { LinkProps as PlainLinkProps, NavLinkProps as PlainNavLinkProps } from 'react-router';
import { Link as PlainLink, NavLink as PlainNavLink, useLocation } from 'react-router';
import { keeping } from '../../choice/kept-parameters.ts';

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

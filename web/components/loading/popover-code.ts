/** What opens over a page: nobody opens it before the page is painted, so that it comes after. */
export { Drawer, Menu, MenuDivider, MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';

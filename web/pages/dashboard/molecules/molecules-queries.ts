import { molecule } from '#analytics/views/molecule.ts';
import { defineListPage } from '../list-page.ts';

export const moleculesPage = defineListPage('molecules', molecule);

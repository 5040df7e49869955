import { atc } from '#analytics/views/atc.ts';
import { defineListPage } from '../list-page.ts';

export const atcPage = defineListPage('atc', atc);

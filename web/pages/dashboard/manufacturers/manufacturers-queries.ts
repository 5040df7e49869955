import { manufacturers } from '#analytics/views/manufacturers.ts';
import { defineListPage } from '../list-page.ts';

export const manufacturersPage = defineListPage('manufacturers', manufacturers);

import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import { defineListPage } from '../list-page.ts';

export const potentialPage = defineListPage('potential', turnoverPotentialView);

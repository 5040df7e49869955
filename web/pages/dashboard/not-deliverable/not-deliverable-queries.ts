import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { defineListPage } from '../list-page.ts';

export const notDeliverablePage = defineListPage('not_deliverable', notDeliverable);

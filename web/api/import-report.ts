import type { ImportReport, MatchedReport, ReportedArticle } from '#shared/schemas/import-report.ts';
import type { ColumnField } from '#shared/schemas/preview.ts';

export type { ColumnField, ImportReport, MatchedReport, ReportedArticle };

/** In the order in which they are chosen. */
export const columnFields = [
  'gtin',
  'pharmacode',
  'quantity',
  'description',
  'manufacturer',
  'exFactoryPrice',
  'publicPrice',
] as const satisfies ColumnField[];

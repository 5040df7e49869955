import type { ImportReport, MatchedReport, ReportedArticle } from '#server/answers/import-report.ts';
import type { ColumnField } from '#server/answers/preview.ts';

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

import { z } from 'zod';
import { todayInZurich } from '#analytics/context.ts';
import { madeFileLine } from '../answers/made-file.ts';
import type { Dependencies } from '../dependencies.ts';
import { reportNames } from '../exporting/reports/report-sheets.ts';
import { languageOf } from '../middleware/errors.ts';
import { makeReport } from '../reports/make-report.ts';
import { fileName } from '../words/file-name.ts';
import { translate } from '../words/messages.ts';
import { defineRoute, type Route } from './route.ts';
import { XLSX } from './send-file.ts';
import { sendMadeFile } from './send-made-file.ts';

/** What administrators take away to look at as a whole. */
export function reportRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/report/:report',
      summary:
        'A report as .xlsx, its name in report-file-name: uploads, openings, downloads and orders (Tracking), episodes of stock-outs and how reliable companies are (Drugshortage), what customers buy and the provider offers nothing for (Scout). application/x-ndjson is answered with progress.',
      access: 'admin',
      params: z.object({ report: z.enum(reportNames) }),
      objects: { report: 'word' },
      lines: madeFileLine,
      handle: (ctx, { params: { report } }) =>
        sendMadeFile(ctx, {
          name: fileName('xlsx', translate(languageOf(ctx), `reports.${report}.title`), todayInZurich()),
          type: XLSX,
          make: (options) => makeReport(dependencies, report, languageOf(ctx), options),
        }),
    }),
  ];
}

import { z } from 'zod';
import { todayInZurich } from '#analytics/context.ts';
import { madeFileLine } from '#shared/schemas/made-file.ts';
import type { User } from '#shared/schemas/user.ts';
import { findPeopleOf } from '../../accounts/user-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendMadeFile, XLSX } from '../../http/send-file.ts';
import { forbidden } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { makeReport } from './make-report.ts';
import { type ReportName, reportNames } from './report-sheets.ts';

/** What administrators take away to look at as a whole, and line managers of their people. */
export function reportRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/report/:report',
      summary:
        'A report as .xlsx, its name in report-file-name: uploads, openings, downloads and orders (Tracking), episodes of stock-outs and how reliable companies are (Drugshortage), what customers buy and the provider offers nothing for (Scout). For administrators; Tracking also for whoever others report to, of these and themselves alone. application/x-ndjson is answered with progress.',
      access: 'signedIn',
      params: z.object({ report: z.enum(reportNames) }),
      objects: { report: 'word' },
      lines: madeFileLine,
      async handle(ctx, { params: { report }, user }) {
        const of = await trackedIds(report, user);
        await sendMadeFile(ctx, {
          name: fileName('xlsx', translate(languageOf(ctx), `reports.${report}.title`), todayInZurich()),
          type: XLSX,
          make: (options) => makeReport(dependencies, report, languageOf(ctx), of, options),
        });
      },
    }),
  ];

  /** Whose rows a user gets; null: everybody's. @throws AppError 403 */
  async function trackedIds(report: ReportName, { id, role }: User): Promise<number[] | null> {
    if (role === 'Admin') return null;
    const { subordinates } = await findPeopleOf(dependencies.pool, id);
    if (report !== 'Tracking' || subordinates.length === 0) throw forbidden();
    return [id, ...subordinates.map((person) => person.id)];
  }
}

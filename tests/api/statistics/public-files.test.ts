import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postStatistic, uploadForm } from '#tests/support/portal.ts';
import { type Outcome, publicFile, publicFiles, rightOne } from '#tests/support/public-files.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { startReferencePortal } from '#tests/support/reference-portal.ts';
import type { TestServer } from '#tests/support/server.ts';

type Imported = {
  report: {
    imported: number;
    skipped: { total: number };
    totalRowCount: number;
    leftOut: { total: number };
    assortment: { articles: number };
  };
  bezugsStatistik: { directLinkId: string };
};

describe.skipIf(!referenceDataPresent)('files as people send them', () => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    ({ server, token } = await startReferencePortal());
  });
  afterAll(() => server?.close());

  test.each(publicFiles)('%s', async (fileName, right) => {
    const outcome = await upload(fileName);
    expect(outcome).toMatchObject(rightOne(right, outcome));
  });

  async function upload(fileName: string): Promise<Outcome> {
    const file = await readFile(publicFile(fileName));
    const response = await postStatistic(server.url, token, uploadForm(file, {}, fileName));
    const { status } = response;
    if (status !== 200) return { status, code: ((await response.json()) as { code: string }).code };
    const { report, bezugsStatistik } = (await response.json()) as Imported;
    const summary = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
    const { totalQty, turnoverTotal } = (await summary.json()) as Record<string, number>;
    return {
      status,
      imported: report.imported,
      skipped: report.skipped.total,
      totalRowCount: report.totalRowCount,
      articles: report.assortment.articles,
      packs: totalQty,
      turnover: turnoverTotal,
      leftOut: report.leftOut.total,
    };
  }
});

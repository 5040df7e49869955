import { readFile } from 'node:fs/promises';
import { type Table, tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postStatistic, uploadForm } from '#tests/support/portal.ts';
import { referenceData as data, referenceDataPresent } from '#tests/support/reference-data.ts';
import { startReferencePortal } from '#tests/support/reference-portal.ts';
import { long } from '#tests/support/rounds.ts';
import type { TestServer } from '#tests/support/server.ts';

type Figures = Record<string, number>;
type Expected = {
  summary: Figures;
  atc: Record<string, Figures>;
  manufacturers: Record<string, Figures>;
  unmatched: number;
};

describe.skipIf(!referenceDataPresent)('figures on real Swiss reference data', () => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    const started = await startReferencePortal();
    ({ server, token } = started);
    expect(started.publication.catalogue?.products).toEqual({ rows: 18_142, bad: [], doubtful: [] });
    expect(started.publication.stockouts?.date).toBe('2026-06-02');
  });
  afterAll(() => server?.close());

  for (const name of ['apotheke-bezug-2025', ...(long ? ['cabinet-achats-2025'] : [])]) {
    test(`${name}: summary, atc and manufacturers equal the independently computed figures, as JSON and as Arrow`, async () => {
      const text = await readFile(new URL(`expected/${name}.expected.json`, data), 'utf8');
      const expected: Expected = JSON.parse(text);
      const { directLinkId, report } = await upload(`${name}.xlsx`);
      // The expectation counts unmatched articles; in this file each stands on rows of its own.
      if (name === 'apotheke-bezug-2025') expect(report.unmatched.total).toBe(expected.unmatched);

      const summary = await asJson<Figures>(directLinkId, 'summary');
      expect(pick(summary, expected.summary)).toEqual(expected.summary);
      expect(pick(rowOf(await asArrow(directLinkId, 'summary'), 0), expected.summary)).toEqual(
        expected.summary,
      );

      await expectRows(directLinkId, 'atc', 'atcCategory', expected.atc, Object.keys(expected.atc).length);
      await expectRows(
        directLinkId,
        'manufacturers',
        'manufacturerName',
        expected.manufacturers,
        expected.summary.totalManufacturer!,
      );
    });
  }

  test('sd-arzt-phcode.xlsx: all 420 rows are imported and matched by Pharmacode', async () => {
    const { report } = await upload('sd-arzt-phcode.xlsx');
    expect(report).toMatchObject({
      rowsRead: 420,
      imported: 420,
      matchedByGtin: 0,
      matchedByPharmacode: 420,
    });
  });

  if (long)
    test('kette-lieferungen-200k.xlsx: all 200,000 rows are imported while the server keeps answering', async () => {
      const answered: number[] = [];
      let done = false;
      const asking = (async () => {
        while (!done) {
          const response = await fetch(`${server.url}/api/portal`);
          answered.push(response.status);
        }
      })();
      const { report } = await upload('kette-lieferungen-200k.xlsx');
      done = true;
      await asking;
      expect(report).toMatchObject({ rowsRead: 200_000, imported: 200_000 });
      expect(report.matchedByGtin + report.matchedByPharmacode + report.unmatched.total).toBe(200_000);
      expect(answered.length).toBeGreaterThan(20);
      expect(new Set(answered)).toEqual(new Set([200]));
    });

  type Report = {
    rowsRead: number;
    imported: number;
    matchedByGtin: number;
    matchedByPharmacode: number;
    unmatched: { total: number };
  };

  async function upload(fileName: string): Promise<{ directLinkId: string; report: Report }> {
    const file = await readFile(new URL(`statistics/${fileName}`, data));
    const response = await postStatistic(server.url, token, uploadForm(file, {}, fileName));
    const body = (await response.json()) as { report: Report; bezugsStatistik: { directLinkId: string } };
    expect(response.status, JSON.stringify(body)).toBe(200);
    return { directLinkId: body.bezugsStatistik.directLinkId, report: body.report };
  }

  async function asJson<Answer>(directLinkId: string, view: string): Promise<Answer> {
    const response = await fetch(`${server.url}/api/statistics/${directLinkId}/${view}`);
    return (await response.json()) as Answer;
  }

  async function asArrow(directLinkId: string, view: string): Promise<Table> {
    const response = await fetch(`${server.url}/api/statistics/${directLinkId}/${view}`, {
      headers: { accept: 'application/vnd.apache.arrow.stream' },
    });
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    return tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  }

  async function expectRows(
    directLinkId: string,
    view: string,
    nameColumn: string,
    expected: Record<string, Figures>,
    rowCount: number,
  ): Promise<void> {
    const json = await asJson<(Figures & Record<string, string>)[]>(directLinkId, view);
    const arrow = await asArrow(directLinkId, view);
    const fromArrow = Array.from({ length: arrow.numRows }, (_, index) => rowOf(arrow, index));
    expect(json.length).toBe(rowCount);
    expect(fromArrow).toEqual(json);
    for (const [name, figures] of Object.entries(expected)) {
      const row = json.find((each) => each[nameColumn] === name);
      expect(pick(row ?? {}, figures), name).toEqual(figures);
    }
  }
});

function rowOf(table: Table, index: number): Record<string, number> {
  return Object.fromEntries(
    table.schema.fields.map((field, column) => [field.name, table.getChildAt(column)?.get(index)]),
  );
}

function pick(row: Record<string, unknown>, like: Figures): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, row[key]]));
}

import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isGtin, toPharmacode } from '#shared/identifiers.ts';
import { isDoubtful } from '#shared/read-report.ts';
import type { MatchedReport, ReportedArticle } from '../../../api/preview.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { formatCount, formatDate, formatShare } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';

const MatchDialog = lazyComponent(() => import('../../../components/dialogs/match-dialog.tsx'));

interface ReportDetailsProps {
  report: MatchedReport;
  /** Of what was imported: its articles that are not in the catalogue can be matched. */
  directLinkId?: string;
}

/** Lists that open on demand; those without entries are not there. */
export function ReportDetails({ report, directLinkId }: ReportDetailsProps) {
  const { t } = useTranslation('upload');
  const importText = useImportText();
  const articleHeadings = [
    t('report.gtin'),
    t('report.pharmacode'),
    t('report.description'),
    t('report.quantity'),
  ];
  const { unmatched, skipped, duplicateOf, totalRows, leftOut, ambiguousPharmacodes } = report;
  return (
    <div className="report-details">
      <WithoutPrice assortment={report.assortment} />
      <Details title={t('report.unmatchedTitle')} total={unmatched.total} note={t('report.unmatchedText')}>
        {directLinkId ? (
          <UnmatchedRows
            directLinkId={directLinkId}
            headings={[t('report.row'), ...articleHeadings]}
            unmatched={unmatched}
          />
        ) : (
          <ReportTable
            headings={[t('report.row'), ...articleHeadings]}
            numeric={[0, 4]}
            rows={unmatched.rows.map((line) => [String(line.row), ...articleCells(line)])}
            total={unmatched.total}
          />
        )}
      </Details>
      <Details
        title={t('report.skippedTitle')}
        total={skipped.total}
        note={Object.entries(skipped.byReason)
          .filter(([, count]) => count > 0)
          .map(([reason, count]) => labelled(importText('reasons', reason), formatCount(count)))
          .join(' · ')}
      >
        <ReportTable
          headings={[t('report.row'), t('report.reason'), t('report.values')]}
          numeric={[0]}
          rows={skipped.rows.map(({ row, reason, values }) => [
            String(row),
            importText('reasons', reason),
            valuesText(values),
          ])}
          total={skipped.total}
        />
      </Details>
      <Details title={t('report.duplicateTitle')} total={duplicateOf.length}>
        <ul>
          {duplicateOf.map(({ directLinkId, customerName, importDate }) => (
            <li key={directLinkId}>
              <Link to={`/dashboard/${directLinkId}`}>{customerName ?? t('past.noName')}</Link>,{' '}
              {formatDate(importDate)}
            </li>
          ))}
        </ul>
      </Details>
      <Details title={t('report.totalRowsTitle')} total={totalRows.length}>
        <ReportTable
          headings={[t('report.row'), t('report.description'), t('report.values')]}
          numeric={[0]}
          rows={totalRows.map(({ row, label, values }) => [String(row), label, valuesText(values)])}
          total={totalRows.length}
        />
      </Details>
      <Details title={t('report.leftOutTitle')} total={leftOut.total}>
        <ReportTable
          headings={articleHeadings}
          numeric={[3]}
          rows={leftOut.articles.map(articleCells)}
          total={leftOut.total}
        />
      </Details>
      <Details title={t('report.ambiguousTitle')} total={ambiguousPharmacodes.length}>
        <ReportTable
          headings={[t('report.pharmacode'), t('report.products'), '']}
          rows={ambiguousPharmacodes.map(({ pharmacode, gtins, chosen }) => [
            pharmacode,
            gtins.join(', '),
            t('report.ambiguousChosen', { gtin: chosen }),
          ])}
          total={ambiguousPharmacodes.length}
        />
      </Details>
      <Notices report={report} />
    </div>
  );
}

interface UnmatchedRowsProps {
  directLinkId: string;
  headings: Cells;
  unmatched: MatchedReport['unmatched'];
}

/** Rows that no product answers to, each with a way to say which one it is, and what was said. */
function UnmatchedRows({ directLinkId, headings, unmatched }: UnmatchedRowsProps) {
  const { t } = useTranslation('matches');
  const [asked, setAsked] = useState<string | null>(null);
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <>
      <ReportTable
        headings={[...headings, t('list.product')]}
        numeric={[0, 4]}
        rows={unmatched.rows.map((line) => {
          const code = codeOf(line);
          const product = said.get(code);
          return [
            String(line.row),
            ...articleCells(line),
            product ? (
              t('matched', { product })
            ) : (
              <Button
                key={code}
                size="small"
                variant="outlined"
                text={t('do')}
                aria-label={t('doOf', { article: line.description ?? code })}
                onClick={() => setAsked(code)}
              />
            ),
          ];
        })}
        total={unmatched.total}
      />
      {asked && (
        <LazyDialog onClose={() => setAsked(null)}>
          <MatchDialog
            directLinkId={directLinkId}
            code={asked}
            onClose={() => setAsked(null)}
            onMatched={(match) =>
              setSaid((before) => {
                const next = new Map(before);
                if (match) next.set(asked, match.product.description);
                else next.delete(asked);
                return next;
              })
            }
          />
        </LazyDialog>
      )}
    </>
  );
}

/** What of a row was recognised: beside it stands what was not. */
function codeOf({ gtin, pharmacode }: ReportedArticle): string {
  return gtin !== null && isGtin(gtin) ? gtin : (toPharmacode(pharmacode ?? '') ?? '');
}

/** How much of what was bought has no turnover, because nobody knows its price. */
function WithoutPrice({ assortment }: { assortment: MatchedReport['assortment'] }) {
  const { t } = useTranslation(['upload', 'portal']);
  const { articles, packs, articlesWithoutPrice, packsWithoutPrice, articlesUnmatched, packsUnmatched } =
    assortment;
  if (articlesWithoutPrice === 0) return null;
  const texts = [
    t('report.withoutPrice', {
      ...counted(articlesWithoutPrice),
      articles: formatCount(articles),
      packs: t('portal:packs', { count: packsWithoutPrice }),
      share: formatShare((100 * packsWithoutPrice) / packs),
    }),
  ];
  if (articlesUnmatched > 0) {
    texts.push(
      t('report.withoutPriceUnmatched', {
        ...counted(articlesUnmatched),
        packs: t('portal:packs', { count: packsUnmatched }),
      }),
    );
  }
  return <p className="report-details__unknown">{texts.join(' ')}</p>;
}

interface DetailsProps {
  title: string;
  total: number;
  note?: string;
  /** Shown until it is closed. */
  open?: boolean;
  children: ReactNode;
}

function Details({ title, total, note, open = false, children }: DetailsProps) {
  if (total === 0) return null;
  return (
    <details className="report-details__part" open={open}>
      <summary>
        {title}
        <span className="report-details__total">{formatCount(total)}</span>
      </summary>
      {note && <p>{note}</p>}
      {children}
    </details>
  );
}

/** What can mean other figures than those that are meant. */
export function Doubts({ notices }: Pick<MatchedReport, 'notices'>) {
  const importText = useImportText();
  const doubts = notices
    .filter(({ code }) => isDoubtful(code))
    .map(({ code, params, row, count }) => importText('notices', code, { ...params, row, count }));
  if (doubts.length === 0) return null;
  return (
    <Callout role="status" intent="warning" icon={<WarningSign />}>
      <ul className="import-result__warnings">
        {[...new Set(doubts)].map((doubt) => (
          <li key={doubt}>{doubt}</li>
        ))}
      </ul>
    </Callout>
  );
}

/** What else is worth knowing and needs no list. */
function Notices({ report }: { report: MatchedReport }) {
  const { t } = useTranslation('upload');
  const importText = useImportText();
  const { hiddenRows, returnsNetted, emptyRows } = report;
  const notices = report.notices
    .filter(({ code }) => !isDoubtful(code))
    .map(({ code, params, row, count }) => importText('notices', code, { ...params, row, count }));
  if (hiddenRows.total > 0) {
    notices.push(t('report.hiddenRows', { ...counted(hiddenRows.total), rows: hiddenRows.rows.join(', ') }));
  }
  if (returnsNetted.articles > 0) notices.push(t('report.returns', counted(returnsNetted.articles)));
  if (emptyRows > 0) notices.push(t('report.emptyRows', counted(emptyRows)));
  return (
    <Details title={t('report.noticesTitle')} total={notices.length} open={hiddenRows.total > 0}>
      <ul>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Details>
  );
}

function counted(count: number): { count: number; formatted: string } {
  return { count, formatted: formatCount(count) };
}

function articleCells({ gtin, pharmacode, description, quantity }: ReportedArticle): Cells {
  return [gtin ?? '', pharmacode ?? '', description ?? '', formatCount(quantity)];
}

/** The filled cells of a row on one line. */
function valuesText(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(' · ');
}

type Parameters = Record<string, string | number | undefined>;

/** The text of a reason or notice that the importer names by code; a code without a text stands for itself. */
function useImportText(): (group: 'reasons' | 'notices', code: string, parameters?: Parameters) => string {
  const { i18n } = useTranslation();
  // Codes come from the server, so the compiler cannot check these keys.
  const translate = i18n.t as unknown as (key: string, options: Parameters) => string;
  return (group, code, parameters = {}) =>
    translate(`import:${group}.${code}`, { ...parameters, defaultValue: code });
}

type Cells = readonly string[];

interface ReportTableProps {
  headings: Cells;
  rows: readonly (readonly ReactNode[])[];
  /** Columns with numbers, aligned right. */
  numeric?: readonly number[];
  /** How many rows there are in all; the server sends the first ones only. */
  total: number;
}

export function ReportTable({ headings, rows, numeric = [], total }: ReportTableProps) {
  const { t } = useTranslation('upload');
  const missing = total - rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="report-table" tabIndex={0} aria-label={headings.join(', ')}>
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th key={heading} scope="col" data-numeric={numeric.includes(column)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and rows may be equal.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={headings[column]} data-numeric={numeric.includes(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {missing > 0 && <p>{t('report.more', { count: missing, formatted: formatCount(missing) })}</p>}
    </section>
  );
}

import { MAX_COLUMNS } from '../../workbooks/reading/limits.ts';
import { isBlank, type Row, STRING } from '../../workbooks/reading/row.ts';
import { Code } from '../../workbooks/values/identifiers.ts';
import { fold } from '../../workbooks/words/fold.ts';
import { words } from '../../workbooks/words/vocabulary.ts';
import { pattern } from '../../workbooks/words/word-patterns.ts';
import { periodOf } from './recognition/periods.ts';

const SUM = pattern(words.result);
const ALONE = new RegExp(`^(?:${pattern(words.beforeResult)} ?)?${SUM}(?: ${pattern(words.behindResult)})?$`);
const BEFORE_NAME = new RegExp(`^${SUM} (?:${pattern(words.betweenResultAndName)} )?(.+)$`);
const BEHIND_NAME = new RegExp(`^(.+) ${SUM}$`);

/** How such labels begin and end, asked first, because a million rows may have to be asked. */
const BEGINNINGS = 'tota,summ,somm,erge,resu,résu,risu,subt,sub ,sous,zwis,gesa'.split(',');
const ENDINGS = 'otal,tale,tali,taux,umme,omme,omma,bnis,sult,ltat,tato'.split(',');
const STARTS = new Set(BEGINNINGS.map(first));
const ENDS = new Set(ENDINGS.map(first));
const FIRST_BYTES = bytesAt(0, BEGINNINGS);
const LAST_BYTES = bytesAt(-2, ENDINGS);
const STEM_BYTES = 4;
const LABEL_BYTES = 200;
const NAME_BYTES = 200;

/**
 * Tells rows that sum up those of the same article right above them from purchases. Those that say so are told at once,
 * others by the whole file: where every article that has several rows ends with their sum, or begins with it, and that row
 * lacks what the others have, such as the day.
 */
export class ResultRows {
  private readonly nameColumn: number;
  private readonly ownColumns: Set<number>;

  private readonly code = new Code();
  private readonly name = new Uint8Array(NAME_BYTES);
  private nameLength = 0;

  /** Of the article whose rows are being read. */
  private rows = 0;
  private sum = 0;
  private sinceResult = 0;
  private first = 0;
  private firstRow = 0;
  private last = 0;
  private lastRow = 0;
  private rowBefore = 0;

  /** Of the whole table. */
  private articles = 0;
  private readonly ends = new Sums();
  private readonly beginnings = new Sums();
  /** Totals of further sums, as of months of an article: each row counts three times. */
  private readonly nestedEnds = new Sums();
  private readonly nestedBeginnings = new Sums();
  private allRows = 0;
  private allPacks = 0;
  private sinceTotal = 0;
  private readonly allSums = [this.ends, this.beginnings, this.nestedEnds, this.nestedBeginnings];
  /** A row that calls itself a total counts as a purchase: then others may be such, too. */
  hasLabelled = false;

  /** The last row of an article up to which all its rows, or all but the first one, have that column filled. */
  private readonly filledUntil = new Int32Array(MAX_COLUMNS);
  private readonly filledBehind = new Int32Array(MAX_COLUMNS);

  /** `ownColumns`: those of codes, packs, names and prices; what else a row has may be its day or its document. */
  constructor(nameColumn: number, ownColumns: Iterable<number>) {
    this.nameColumn = nameColumn;
    this.ownColumns = new Set(ownColumns);
  }

  /** To be asked before `add` of a row with a code: whether the row before has it too. */
  continues({ start, end, pharmacode }: Code): boolean {
    const { code } = this;
    if (this.rows === 0) return false;
    if (start >= 0 && code.start >= 0) return start === code.start && end === code.end;
    return pharmacode >= 0 && pharmacode === code.pharmacode;
  }

  /** Whether these packs are as many as all rows of the article above have, or those since its last result. */
  isSum(packs: number): boolean {
    return packs === this.sinceResult || packs === this.sum;
  }

  /** A result was told: what comes is summed up anew. */
  passResult(): void {
    this.sinceResult = 0;
    for (const each of this.allSums) each.isRegular = false;
  }

  /** Whether a row of other codes than the one above, called so, sums up all rows, with some that could not be read. */
  isTotal(label: string, packs: number): boolean {
    if (this.hasLabelled || this.allRows < 2 || !ALONE.test(fold(label))) return false;
    return packs === this.sinceTotal || (this.allPacks > 0 && packs >= this.allPacks);
  }

  /** A total was told. */
  passTotal(): void {
    this.sinceTotal = 0;
  }

  add(row: Row, code: Code, packs: number, continues: boolean): void {
    if (!continues) {
      this.endArticle();
      this.begin(row, code);
    }
    if (this.allSums.some(({ isRegular }) => isRegular)) this.noteFilled(row);
    if (this.rows === 0) {
      this.first = packs;
      this.firstRow = row.number;
    }
    this.rows++;
    this.allRows++;
    this.sum += packs;
    this.allPacks += packs;
    this.sinceResult += packs;
    this.sinceTotal += packs;
    this.last = packs;
    this.rowBefore = this.lastRow;
    this.lastRow = row.number;
  }

  /** What a cell says that calls its row the sum of the article's rows above it. */
  labelOf(row: Row): string | undefined {
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      if (row.kind(column) !== STRING) continue;
      if (!mayBeLabel(row.source(column), row.start(column), row.end(column))) continue;
      const text = row.text(column).trim();
      if (this.isLabel(fold(text))) return text;
    }
    return undefined;
  }

  /** Results without a label, by their row numbers in order; none where they may be purchases. */
  unlabelled(): number[] {
    this.endArticle();
    const { ends, beginnings } = this;
    return [ends, beginnings].find((each) => each.areResults())?.rows ?? [];
  }

  /** Rows that may be such results, or purchases. */
  doubtful(): number[] {
    this.endArticle();
    const { ends, beginnings, nestedEnds, nestedBeginnings, articles } = this;
    const nested = [nestedEnds, nestedBeginnings].find((each) => each.areResults());
    if (nested) return nested.rows;
    const most = beginnings.rows.length > ends.rows.length ? beginnings : ends;
    const isFew = most.mostSummed < 2 && articles < 3 && !most.areLacking;
    const isUsual = 2 * most.rows.length < articles || isFew;
    return isUsual ? [] : most.rows;
  }

  private isLabel(label: string): boolean {
    if (ALONE.test(label)) return true;
    const names = [BEFORE_NAME, BEHIND_NAME].flatMap((each) => each.exec(label)?.[1] ?? []);
    if (names.length === 0 || this.rows === 0) return false;
    const above = fold(Buffer.from(this.name.subarray(0, this.nameLength)).toString());
    const isCode = (name: string) => this.code.numbers().includes(name.replace(/^0+/, ''));
    // Colgate Total below Colgate Total is no total.
    const begins = (words: string) => above === words || above.startsWith(`${words} `);
    const isPeriod = (name: string) => periodOf(name.split(' ')) !== undefined;
    return names.some((name) => isCode(name) || ((begins(name) || isPeriod(name)) && !begins(label)));
  }

  private begin(row: Row, code: Code): void {
    this.code.copy(code);
    this.nameLength = 0;
    const nameColumn = this.nameColumn >= 0 ? this.nameColumn : this.firstText(row);
    if (row.kind(nameColumn) !== STRING) return;
    const bytes = row.source(nameColumn);
    const start = row.start(nameColumn);
    this.nameLength = Math.min(row.end(nameColumn) - start, NAME_BYTES);
    for (let i = 0; i < this.nameLength; i++) this.name[i] = bytes[start + i]!;
  }

  /** Where an article's name stands if no heading says so. */
  private firstText(row: Row): number {
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      if (row.kind(column) === STRING && !this.ownColumns.has(column)) return column;
    }
    return -1;
  }

  private endArticle(): void {
    if (this.rows > 1) {
      this.articles++;
      const { sum, first, firstRow, last, lastRow } = this;
      const others = this.rows - 1;
      const lackingAtEnd = (columns?: number[]) => this.lacking(columns, this.filledUntil, this.rowBefore);
      const lackingInFront = (columns?: number[]) => this.lacking(columns, this.filledBehind, lastRow);
      this.ends.note(2 * last === sum, lastRow, others, lackingAtEnd);
      this.beginnings.note(2 * first === sum, firstRow, others, lackingInFront);
      this.nestedEnds.note(3 * last === sum, lastRow, others, lackingAtEnd);
      this.nestedBeginnings.note(3 * first === sum, firstRow, others, lackingInFront);
    }
    this.rows = 0;
    this.sum = 0;
    this.sinceResult = 0;
  }

  /** Which of these columns are filled up to a row. */
  private lacking(columns: number[] | undefined, filled: Int32Array, until: number): number[] {
    const asked = columns ?? [...filled.keys()].filter((column) => !this.ownColumns.has(column));
    return asked.filter((column) => filled[column] === until);
  }

  private noteFilled(row: Row): void {
    const { filledUntil, filledBehind, lastRow, firstRow, rows } = this;
    for (let i = 0; i < row.count; i++) {
      const column = row.columns[i]!;
      const isUntil = rows === 0 || filledUntil[column] === lastRow;
      // The first row lacks it.
      const isBehind =
        rows > 0 && (rows === 1 ? filledUntil[column] !== firstRow : filledBehind[column] === lastRow);
      if (!isUntil && !isBehind) continue;
      if (isBlank(row.source(column), row.start(column), row.end(column))) continue;
      if (isUntil) filledUntil[column] = row.number;
      if (isBehind) filledBehind[column] = row.number;
    }
  }
}

/** Rows of articles that are as much as all others of theirs. */
class Sums {
  readonly rows: number[] = [];
  mostSummed = 0;
  /** All articles with several rows have one. */
  isRegular = true;
  /** Columns that all of these lack though all others have them. */
  private lacking: number[] | undefined;

  note(isSum: boolean, row: number, others: number, lacking: (columns?: number[]) => number[]): void {
    if (isSum) {
      this.rows.push(row);
      this.mostSummed = Math.max(this.mostSummed, others);
    } else this.isRegular = false;
    if (this.isRegular) this.lacking = lacking(this.lacking);
  }

  areResults(): boolean {
    return this.areLacking && this.mostSummed > 1;
  }

  /** Whether all that have several rows end or begin so, with a row that lacks what the others have. */
  get areLacking(): boolean {
    return this.isRegular && !!this.lacking?.length;
  }
}

function first(word: string): number {
  return stemAt(Buffer.from(word), 0);
}

/** Four bytes as a number, in small letters. */
function stemAt(bytes: Uint8Array, at: number): number {
  const letter = (i: number) => bytes[at + i]! | 0x20;
  return (letter(0) << 24) | (letter(1) << 16) | (letter(2) << 8) | letter(3);
}

function mayBeLabel(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length < STEM_BYTES || length > LABEL_BYTES) return false;
  if (FIRST_BYTES[bytes[start]!] && STARTS.has(stemAt(bytes, start))) return true;
  return !!LAST_BYTES[bytes[end - 2]!] && ENDS.has(stemAt(bytes, end - STEM_BYTES));
}

/** Which bytes these words have at a place, in small letters or capitals. */
function bytesAt(at: number, words: string[]): Uint8Array {
  const found = new Uint8Array(256);
  for (const word of words)
    for (const each of [word, word.toUpperCase()]) found[Buffer.from(each).at(at)!] = 1;
  return found;
}

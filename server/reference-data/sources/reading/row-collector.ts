import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { Problem, RowsOf, SourceFile, SourceInput, SourceKey } from '../rows.ts';

/** Beyond this share of unusable rows a file is taken for the wrong file, or for a broken one. */
const UNUSABLE_SHARE = 0.05;
/** A file with more problems than these is not mended row by row; those beyond are counted. */
const LISTED_PROBLEMS = 50_000;
const LISTED_CHARACTERS = 200;

/** Gathers what a reader makes of a source's rows: those that count, what is wrong with others, and what is counted. */
export class RowCollector<Key extends SourceKey> {
  readonly rows: RowsOf[Key][] = [];
  private readonly problems: Problem[] = [];
  private readonly facts: Record<string, number> = {};
  private found = 0;
  private unused = 0;
  private unusable = 0;
  private firstUnusable: Problem | undefined;

  /** To be called for every row that is there. */
  find(): void {
    this.found++;
  }

  use(row: RowsOf[Key]): void {
    this.rows.push(row);
  }

  /** Counts something by its key below reference.facts. */
  count(fact: string, by = 1): void {
    this.facts[fact] = (this.facts[fact] ?? 0) + by;
  }

  /** A row that can't be used, in a way that makes the file doubtful when there are many such rows. */
  refuse(row: number, column: string, value: string, reason: string): void {
    const problem = this.note({ row, column, value, reason, used: false });
    this.unusable++;
    this.firstUnusable ??= problem;
  }

  /** A row that is left out in a way that is usual with the source, however many there are. */
  leaveOut(row: number, column: string, value: string, reason: string): void {
    this.note({ row, column, value, reason, used: false });
  }

  /** A row that counts though something in it does not. */
  doubt(row: number, column: string, value: string, reason: string): void {
    this.note({ row, column, value, reason, used: true });
  }

  /** @throws ReferenceDataError source_no_rows, source_too_many_bad_rows */
  finish(
    { fileName }: SourceInput,
    head: Pick<SourceFile<Key>, 'date' | 'columns'>,
    mayBeEmpty = false,
  ): SourceFile<Key> {
    if (this.found === 0 && !mayBeEmpty) throw new ReferenceDataError('source_no_rows', { file: fileName });
    if (this.unusable > this.found * UNUSABLE_SHARE) {
      const { row, column, value, reason } = this.firstUnusable!;
      const params = { bad: this.unusable, rows: this.found, row, column, value, reason };
      throw new ReferenceDataError('source_too_many_bad_rows', { file: fileName, ...params });
    }
    const { rows, problems, unused, found, facts } = this;
    return { ...head, rows, problems, unused, found, facts };
  }

  private note(problem: Problem): Problem {
    const value =
      problem.value.length > LISTED_CHARACTERS ? problem.value.slice(0, LISTED_CHARACTERS) : problem.value;
    const listed = { ...problem, value };
    if (!problem.used) this.unused++;
    if (this.problems.length < LISTED_PROBLEMS) this.problems.push(listed);
    else this.count('problemsNotListed');
    return listed;
  }
}

/** The newest of the days that a list names. */
export class NewestDay {
  day: string | null = null;

  see(...days: string[]): void {
    for (const day of days) if (day !== '' && (this.day === null || day > this.day)) this.day = day;
  }
}

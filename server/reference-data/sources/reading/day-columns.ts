import { todayInZurich } from '#analytics/context.ts';
import { type DayInNumbers, dayInNumbers, toDate } from '../../../workbooks/values/days.ts';
import { fold } from '../../../workbooks/words/fold.ts';

/** Columns of days, by our names. What is expected is of days to come, and says nothing of the list's own. */
const DAYS = [
  'reportedOn',
  'updatedOn',
  'firstSeen',
  'publishedOn',
  'backInStockOn',
  'expectedDelivery',
] as const;
const EXPECTED = 'expectedDelivery';

const ENGLISH =
  /\b(supplier|until|article|item|available|first seen|last (change|update)|expected|delivery|reported|updated|back in|company|as of)\b/;
const NOT_ENGLISH =
  /\b(ausstand|bis|artikel\w*|lieferant|lieferbar|bezeichnung|datum|erstmals|letzte|voraussichtliche|firma|stand|manque|rupture|fournisseur|designation|derniere|entreprise|etat|mancante|fino|fornitore|denominazione|ultim[oa]|ditta|stato)\b/;

/** What a column shows of the order of day and month in it: how many days can be meant in one way only. */
type Shown = { dayFirst: number; monthFirst: number; open?: { row: number; value: string } };

/** A column whose order nothing in it shows. */
export type UndecidedDays = { field: string; row: number; value: string; monthFirst: boolean };

/**
 * Which of two numbers is the month, for each column of days: as its own days show, else as those of the other columns
 * do, else as the language of the headings has it. Days with full stops have the day first where none of them shows otherwise.
 */
export class DayColumns {
  private readonly fields: readonly string[];
  private readonly isEnglish: boolean;
  private readonly date1904: boolean;
  private readonly shown = new Map<string, Shown>();
  private readonly today = todayInZurich();
  /** The newest day up to today, read in either way. */
  private readonly newest = { dayFirst: new Map<string, string>(), monthFirst: new Map<string, string>() };

  /** `fields`: those that the table has; `said`: its headings and what stands above them. */
  constructor(fields: Iterable<string>, said: string, date1904: boolean) {
    const all = new Set(fields);
    this.fields = DAYS.filter((field) => all.has(field));
    const words = fold(said);
    this.isEnglish = ENGLISH.test(words) && !NOT_ENGLISH.test(words);
    this.date1904 = date1904;
  }

  /** Whether there is anything to look at. */
  get some(): boolean {
    return this.fields.length > 0;
  }

  see(row: { number: number; text(field: string): string; isNumber(field: string): boolean }): void {
    for (const field of this.fields) {
      const text = row.text(field);
      if (text === '') continue;
      const numbers = dayInNumbers(text) ?? dayInNumbers(text.slice(text.lastIndexOf(' ') + 1));
      const key = numbers ? keyOf(field, numbers) : field;
      if (numbers) this.count(key, numbers, { row: row.number, value: text });
      if (field === EXPECTED) continue;
      const reading = { isNumber: row.isNumber(field), date1904: this.date1904 };
      for (const order of ['dayFirst', 'monthFirst'] as const) {
        const day = toDate(text, { ...reading, monthFirst: order === 'monthFirst' });
        if (!day || day > this.today || day <= (this.newest[order].get(key) ?? '')) continue;
        this.newest[order].set(key, day);
      }
    }
  }

  private count(key: string, { first, second }: DayInNumbers, open: NonNullable<Shown['open']>): void {
    const shown = this.shown.get(key) ?? { dayFirst: 0, monthFirst: 0 };
    this.shown.set(key, shown);
    const [a, b] = [Number(first), Number(second)];
    if (a > 12 && b <= 12) shown.dayFirst++;
    else if (b > 12 && a <= 12) shown.monthFirst++;
    else if (a <= 12 && b <= 12 && a !== b) shown.open ??= open;
  }

  /** Whether the month stands first in a text of a column. */
  isMonthFirst(field: string, text: string): boolean {
    const numbers = dayInNumbers(text);
    return numbers !== undefined && this.isMonthFirstIn(keyOf(field, numbers));
  }

  private isMonthFirstIn(key: string): boolean {
    const own = this.balanceOf((each) => each === key);
    if (own !== 0) return own < 0;
    const [separator] = key;
    const others = this.balanceOf((each) => each.startsWith(separator!));
    if (others !== 0) return others < 0;
    return separator !== '.' && this.isEnglish;
  }

  private balanceOf(wanted: (key: string) => boolean): number {
    const fitting = [...this.shown].filter(([key]) => wanted(key));
    return fitting.reduce((sum, [, { dayFirst, monthFirst }]) => sum + dayFirst - monthFirst, 0);
  }

  /** The day that a list states of itself: where it can be meant in one way only so, else as its columns are written. */
  stated(text: string): string | null {
    const monthFirst = this.isMonthFirst('stated', text);
    return toDate(text, { monthFirst }) ?? toDate(text, { monthFirst: !monthFirst });
  }

  /** The newest day up to today on which the list says anything; null where it names none. */
  newestDay(): string | null {
    const { dayFirst, monthFirst } = this.newest;
    const keys = new Set([...dayFirst.keys(), ...monthFirst.keys()]);
    const days = [...keys].flatMap(
      (key) => (this.isMonthFirstIn(key) ? monthFirst : dayFirst).get(key) ?? [],
    );
    return days.sort().at(-1) ?? null;
  }

  /** Columns with days that can be meant in two ways, of which none or as many of either shows in which. */
  undecided(): UndecidedDays[] {
    return [...this.shown].flatMap(([key, { dayFirst, monthFirst, open }]) => {
      const isShown = dayFirst !== monthFirst && Math.min(dayFirst, monthFirst) === 0;
      // With full stops nobody means the month first, unless others show it.
      const isUsual = key.startsWith('.') && dayFirst + monthFirst === 0 && !this.isMonthFirstIn(key);
      if (!open || isShown || isUsual) return [];
      return { field: key.slice(1), ...open, monthFirst: this.isMonthFirstIn(key) };
    });
  }
}

/** Full stops are one way to write days, strokes another. */
function keyOf(field: string, { separator }: DayInNumbers): string {
  return `${separator === '.' ? '.' : '/'}${field}`;
}

/** The newest of the days that a list names. */
export class NewestDay {
  day: string | null = null;

  see(...days: string[]): void {
    for (const day of days) if (day !== '' && (this.day === null || day > this.day)) this.day = day;
  }
}

/** Pack sizes have thousandths: a ratio of two usual ones has no greater denominator. */
const greatest = 1_000_000;

/**
 * A pack factor as people reckon with it: 2, 0.5, or the fraction 15/14 where no decimal is exact. By its continued
 * fraction, which finds the ratio that the number stands for.
 */
export function writtenFactor(factor: number): string {
  const decimal = Number(factor.toFixed(4));
  if (decimal === factor) return String(factor);
  let [before, over] = [0, 1];
  let [beforeUnder, under] = [1, 0];
  let rest = factor;
  for (;;) {
    const whole = Math.floor(rest);
    [before, over, beforeUnder, under] = [over, whole * over + before, under, whole * under + beforeUnder];
    if (under > greatest) return String(factor);
    if (over / under === factor) return `${over}/${under}`;
    rest = 1 / (rest - whole);
  }
}

/** Whether the check digit of a GTIN of 13 digits holds: else it was typed wrongly. */
export function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

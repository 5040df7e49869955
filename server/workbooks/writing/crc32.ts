/** The polynomial of CRC-32, lowest power in the highest bit, as zip archives have it. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x to the power of 2 ** index, modulo the polynomial. */
const powers = (() => {
  let power = 0x40000000;
  return Array.from({ length: 32 }, (_, index) => {
    if (index > 0) power = times(power, power);
    return power;
  });
})();

/** The CRC-32 of two texts behind each other, of which the second has `length` bytes (as zlib's crc32_combine). */
export function combinedCrc32(first: number, second: number, length: number): number {
  let shift = ONE;
  for (let rest = length, index = 3; rest > 0; rest = Math.floor(rest / 2), index++) {
    if (rest % 2 === 1) shift = times(powers[index % 32]!, shift);
  }
  return (times(shift, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo the polynomial; the first is not 0. */
function times(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

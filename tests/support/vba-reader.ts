/** Decompresses a stream of a macro project. Source: MS-OVBA 2.4.1.3.1. */
export function decompress(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 1) throw new Error('A compressed container begins with 1.');
  const out: number[] = [];
  let at = 1;
  while (at < bytes.length) {
    const header = bytes[at]! | (bytes[at + 1]! << 8);
    const end = at + (header & 0x0fff) + 3;
    if ((header & 0x7000) !== 0x3000) throw new Error(`No chunk at ${at}.`);
    at += 2;
    const start = out.length;
    if ((header & 0x8000) === 0) {
      out.push(...bytes.subarray(at, at + 4096));
      at += 4096;
      continue;
    }
    while (at < end) {
      const flags = bytes[at++]!;
      for (let bit = 0; bit < 8 && at < end; bit++) {
        if ((flags & (1 << bit)) === 0) {
          out.push(bytes[at++]!);
          continue;
        }
        const token = bytes[at]! | (bytes[at + 1]! << 8);
        at += 2;
        let bits = 4;
        while (1 << bits < out.length - start) bits++;
        const length = (token & (0xffff >> bits)) + 3;
        const offset = (token >> (16 - bits)) + 1;
        for (let copied = 0; copied < length; copied++) out.push(out[out.length - offset]!);
      }
    }
  }
  return Uint8Array.from(out);
}

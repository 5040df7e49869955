/** Records of the stream dir: each an id and its size before its data. Source: MS-OVBA 2.3.4.2, "dir Stream". */
export function record(id: number, data: Uint8Array): Uint8Array {
  return Buffer.concat([u16(id), u32(data.length), data]);
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

export function u32(value: number): Uint8Array {
  return Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
}

export function utf16(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

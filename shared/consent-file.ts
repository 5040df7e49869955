/** Length of the head that tells what a file is: before "%PDF-", readers take up to a kilobyte of anything. */
export const CONSENT_HEAD_BYTES = 1024;

/** What PNG, JPEG, GIF and the two kinds of TIFF begin with. */
const starts = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];

/** Brands of the HEIF family, in which phones take pictures; films and sound have others. */
const heif = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1|avif)/;

/** Whether a file is a PDF or a picture (PNG, JPEG, GIF, TIFF, WebP, HEIC, AVIF) by its first bytes, whatever its name. */
export function isPdfOrPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, CONSENT_HEAD_BYTES));
  return (
    head.includes('%PDF-') ||
    starts.some((start) => head.startsWith(start)) ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    heif.test(head.slice(4))
  );
}

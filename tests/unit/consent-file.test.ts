import { expect, test } from 'vitest';
import { isPdfOrPicture } from '#shared/consent-file.ts';

const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1');

/** First bytes as the formats' specifications give them. */
const taken: Record<string, string> = {
  PDF: '%PDF-1.7\n',
  'PDF after a kilobyte less its own five characters': `${' '.repeat(1019)}%PDF-1.4`,
  PNG: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  JPEG: '\xff\xd8\xff\xe0\0\x10JFIF',
  GIF: 'GIF89a',
  'TIFF of Intel': 'II*\0\x08\0\0\0',
  'TIFF of Motorola': 'MM\0*\0\0\0\x08',
  WebP: 'RIFF\x24\n\r\0WEBPVP8 ',
  HEIC: '\0\0\0\x24ftypheic',
  AVIF: '\0\0\0\x20ftypavif',
};

const refused: Record<string, string> = {
  nothing: '',
  'a workbook': 'PK\x03\x04\x14\0',
  text: 'Ich bin einverstanden. PDF',
  'a web page': '<!doctype html><img>',
  'a drawing that can run scripts': '<svg xmlns="http://www.w3.org/2000/svg">',
  'a program': 'MZ\x90\0',
  'a film': '\0\0\0\x20ftypisom',
  'sound of RIFF': 'RIFF\x24\0\0\0WAVEfmt ',
  'half a mark': '\x89PN',
  'a PDF mark behind the first kilobyte': `${' '.repeat(1020)}%PDF-1.4`,
};

test.each(Object.entries(taken))('a consent may be: %s', (_name, start) => {
  expect(isPdfOrPicture(bytesOf(start))).toBe(true);
});

test.each(Object.entries(refused))('no consent is: %s', (_name, start) => {
  expect(isPdfOrPicture(bytesOf(start))).toBe(false);
});

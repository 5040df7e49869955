import { type RequestOptions, request } from './client.ts';

/** Fetches a file of the API and hands it to the browser to save. Throws ApiFailure. */
export async function download(path: string, options: RequestOptions = {}): Promise<void> {
  const response = await request(path, { ...options, accept: '*/*' });
  const name = fileNameOf(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), name);
}

/** Hands a file to the browser to save under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the bytes over once it has begun to save them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name in a content-disposition header, the one in UTF-8 first; '' without any. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim();
}

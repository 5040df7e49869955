/** The stored path of a header image as an address: without "Public", with forward slashes, from the root. */
export function headerImageUrl(path: string | null): string | null {
  if (!path) return null;
  const normalised = path.replace('Public', '').replaceAll('\\', '/').replace(/^\/+/, '');
  return `/${normalised}`;
}

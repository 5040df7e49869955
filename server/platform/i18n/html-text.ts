const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` escaped for HTML and XML, in elements and attributes. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

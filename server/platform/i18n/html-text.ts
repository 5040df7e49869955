const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` as it is written in HTML and XML, between tags and in attributes: names are only ever text there. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Tells in passing what has been copied; what draws it is fetched when it is needed. */
export async function sayCopied(text: string): Promise<void> {
  const { showSuccess } = await import('./toasts.ts');
  showSuccess(text);
}

/** Ends a program that is told something, since it takes nothing and would do its work whatever that was. */
export function takesNoOptions(command: string): void {
  const words = process.argv.slice(2);
  if (words.length === 0) return;
  console.error(`${command} takes no options: ${words.join(' ')}`);
  process.exit(1);
}

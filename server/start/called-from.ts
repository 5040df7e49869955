/** The folder that a command's files are named from. npm runs `script` in the package's folder and says here where it was called. */
export function calledFrom(script: string): string {
  return (process.env.npm_lifecycle_event === script && process.env.INIT_CWD) || process.cwd();
}

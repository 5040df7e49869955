/** Version and commit of a process for people. */
export function buildName({ version, commit }: { version: string; commit: string | null }): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}

/** What a process runs, as people are told. */
export function buildName({ version, commit }: { version: string; commit: string | null }): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}

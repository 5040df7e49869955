import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What LibreOffice makes of a workbook, opened and saved again as `to`. Throws when it does not open. */
export async function converted(workbook: Uint8Array, to: 'xlsx' | 'pdf'): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    const given = join(folder, 'given.xlsx');
    await writeFile(given, workbook);
    // A profile of its own: LibreOffice runs once per profile, and remembers what it recovered.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const made = join(folder, 'made');
    const { stderr } = await promisify(execFile)(
      process.env.OFFICE_PATH ?? 'soffice',
      [profile, '--headless', '--convert-to', to, '--outdir', made, given],
      { timeout: 120_000 },
    );
    return await readFile(join(made, `given.${to}`)).catch(() => {
      throw new Error(`LibreOffice did not open the workbook: ${stderr}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

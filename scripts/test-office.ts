import { spawn, spawnSync } from 'node:child_process';

const office = process.env.OFFICE_PATH ?? 'soffice';

if (spawnSync(office, ['--version']).status !== 0) {
  console.error(`There is no LibreOffice (${office}) to open workbooks with. Install Calc:

  Debian, Ubuntu   apt-get install --no-install-recommends libreoffice-calc
  Fedora           dnf install libreoffice-calc
  macOS            brew install --cask libreoffice

or name its program in OFFICE_PATH.`);
  process.exit(1);
}

const child = spawn('vitest', ['run', '--project', 'office', ...process.argv.slice(2)], { stdio: 'inherit' });
process.once('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));

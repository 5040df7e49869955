import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const leftOut = /^(node_modules|data|dist|\.git|test-results|bench\/(results|cache)|tests\/sql\/golden\/v1)$/;

/** A copy of the repository in which recipes of CONTRIBUTING.md were followed. */
export interface Followed {
  folder: string;
  /** Files that these recipes changed or added. */
  files: (...sections: string[]) => string[];
  /** Runs a program of node_modules there, tests with a PostgreSQL of their own; gives what it says. Rejects with that when it fails. */
  run: (program: string, ...parameters: string[]) => Promise<string>;
  remove: () => Promise<void>;
}

/**
 * Does what the code blocks of recipes say. Each part of a block begins with a comment that names its file, and
 * for a file that is there already where in it: "at the start", "at the end" or "after `a line`".
 */
export async function followSteps(...sections: string[]): Promise<Followed> {
  const folder = await mkdtemp(join(tmpdir(), 'steps-'));
  await cp(root, folder, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const recipes = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const parts = (section: string) => partsOf(recipes, section);
  for (const { file, place, text } of sections.flatMap(parts)) {
    const path = join(folder, file);
    const before = place ? await readFile(path, 'utf8') : '';
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, place ? inserted(before, place, text, file) : text);
  }
  return {
    folder,
    files: (...asked) => [...new Set(asked.flatMap(parts).map(({ file }) => file))],
    run: (program, ...parameters) => runIn(folder, program, parameters),
    remove: () => rm(folder, { recursive: true }),
  };
}

interface Part {
  file: string;
  /** Nothing for a new file. */
  place: string | undefined;
  text: string;
}

function partsOf(recipes: string, section: string): Part[] {
  const [, body] = new RegExp(`^## ${section}\\n([\\s\\S]*?)^## `, 'm').exec(recipes) ?? [];
  if (!body) throw new Error(`CONTRIBUTING.md has no section "${section}".`);
  const blocks = [...body.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```$/gm)].map(([, block]) =>
    block!.replace(/^ {3}/gm, ''),
  );
  return blocks.flatMap((block) =>
    [
      ...block.matchAll(
        /^(?:\/\/|--) ([\w./{},<>-]+)(?:, ((?:at|after) .*))?\n([\s\S]*?)(?=^\/\/ |$(?![\s\S]))/gm,
      ),
    ].flatMap(([, name, place, text]) => expanded(name!).map((file) => ({ file, place, text: text! }))),
  );
}

/** translations/{de,en}/admin.json are two files; <number> is that of the next migration. */
function expanded(given: string): string[] {
  const name = given.replace('<number>', () => nextMigration());
  const choice = /\{([^}]*)\}/.exec(name);
  return choice ? choice[1]!.split(',').map((each) => name.replace(choice[0], each)) : [name];
}

function nextMigration(): string {
  const there = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'));
  return String(there.length + 1).padStart(4, '0');
}

function inserted(before: string, place: string, text: string, file: string): string {
  if (place === 'at the start') return text + before;
  if (place === 'at the end') return `${before}\n${text}`;
  const wanted = /^after `(.*)`$/.exec(place)?.[1];
  const lines = before.split('\n');
  // However far it is indented.
  const at = lines.findIndex((line) => line.trim() === wanted);
  if (at < 0) throw new Error(`${file} has no line ${wanted}`);
  return [...lines.slice(0, at + 1), ...text.trimEnd().split('\n'), ...lines.slice(at + 1)].join('\n');
}

function runIn(folder: string, program: string, parameters: string[]): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [join(folder, 'node_modules', program), ...parameters],
      {
        cwd: folder,
        maxBuffer: 1e8,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, TEST_POSTGRES_URL: undefined },
      },
      (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr)),
    ),
  );
}

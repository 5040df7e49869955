import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  /** Of the HTTP server. */
  url: string;
  pid: number;
  /** What it has written so far, both streams. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
}

/** All that processes started by tests have of our environment. Compiling TypeScript anew is half of a start. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts the server as npm start does, on any free port, and waits until it says where it listens.
 * @throws {Error} with what it wrote when it ends before
 */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawnServer(env);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      const ready = /ready: (http:\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return { url, pid: child.pid!, output: () => output, kill: (signal) => child.kill(signal), ended };
}

/** The bare child, for tests that do not wait for it; `by: 'npm'` as a user starts it. */
export function spawnServer(env: Record<string, string>, by: 'node' | 'npm' = 'node'): ChildProcess {
  const [program, parameters] =
    by === 'npm'
      ? ['npm', ['start']]
      : [process.execPath, ['--require', './scripts/require-node.cjs', 'server/main.ts']];
  return spawn(program, parameters, {
    cwd: root,
    env: { ...childEnvironment, PORT: '0', WEB_CLIENT: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

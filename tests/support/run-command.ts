import { execFile } from 'node:child_process';
import { childEnvironment } from './server-process.ts';

export type Outcome = { code: number; stdout: string; stderr: string };

/** Runs a command, a file and its parameters, to its end; of this process's environment it gets what children need. */
export function runCommand(command: string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...childEnvironment, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

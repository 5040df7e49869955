import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCommit } from '#server/platform/build.ts';
import { buildName } from '#shared/build-name.ts';

let folder: string;
let clone: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-build-'));
  clone = join(folder, 'clone');
  mkdirSync(clone);
  git('init', '--quiet', '--initial-branch=main');
  commit('first');
});
afterAll(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@portal.example'];
  return execFileSync('git', ['-C', clone, ...author, ...args], { encoding: 'utf8' }).trim();
}

const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '--message', message);
const head = () => git('rev-parse', 'HEAD');

test('the commit of a clone is that of its branch, packed or not, or what is checked out without one', () => {
  const first = head();
  expect(readCommit(clone)).toBe(first);
  git('pack-refs', '--all');
  expect(readCommit(clone)).toBe(first);
  // Stands beside the packed one of before.
  commit('second');
  expect(readCommit(clone)).toBe(head());
  expect(head()).not.toBe(first);
  git('checkout', '--quiet', first);
  expect(readCommit(clone)).toBe(first);
  git('checkout', '--quiet', 'main');
});

test('a further work tree has its own commit', () => {
  const first = git('rev-list', '--max-parents=0', 'HEAD');
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--quiet', '-b', 'fixes/older', tree, first);
  expect(readCommit(tree)).toBe(first);
  git('pack-refs', '--all');
  expect(readCommit(tree)).toBe(first);
  expect(readCommit(clone)).toBe(head());
});

test('without git there is no commit, nor that of a clone around the folder', () => {
  const archive = join(clone, 'unpacked');
  mkdirSync(archive);
  expect(readCommit(archive)).toBeUndefined();
  mkdirSync(join(archive, '.git'));
  expect(readCommit(archive)).toBeUndefined();
  writeFileSync(join(archive, '.git', 'HEAD'), 'ref: refs/heads/gone\n');
  expect(readCommit(archive)).toBeUndefined();
});

test('people are told the version and the beginning of the commit', () => {
  expect(buildName({ version: '1.0.0', commit: '32c0b548b9832e0b339f2827c8dbb33d2b1d4471' })).toBe(
    '1.0.0 (32c0b548)',
  );
  expect(buildName({ version: '1.0.0', commit: null })).toBe('1.0.0');
});

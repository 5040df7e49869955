import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settings } from '#server/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(root + name, 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match!);

test('Dockerfile and compose.yaml set only what the portal reads', () => {
  const image = matches(read('Dockerfile'), /^ENV (.*)$/gm).flatMap((line) => matches(line, /(\w+)=/g));
  const [, portal = ''] = read('compose.yaml').split('\n  portal:');
  const compose = matches(portal, /^ {6}([A-Z_]+): /gm);
  expect(image).toEqual(['HOST', 'PORT', 'DATA_DIR']);
  expect(compose).toContain('DATABASE_URL');
  expect([...image, ...compose].filter((name) => !(name in settings.shape))).toEqual([]);
});

test('the image starts what npm start starts', () => {
  const [command] = matches(read('Dockerfile'), /^CMD (.*)$/gm);
  expect(`exec ${JSON.parse(command!).join(' ')}`).toBe(JSON.parse(read('package.json')).scripts.start);
});

test('the image takes files that exist, and the Node of package.json, as .nvmrc does', () => {
  const taken = matches(read('.dockerignore'), /^!(.*)$/gm);
  expect(taken.filter((name) => !existsSync(root + name))).toEqual([]);
  const { node } = JSON.parse(read('package.json')).dependencies;
  expect(new Set(matches(read('Dockerfile'), /^FROM node:([\d.]+)-/gm))).toEqual(new Set([node]));
  expect(read('.nvmrc').trim()).toBe(node);
});

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
  expect(image).toEqual(['HOST', 'PORT', 'METRICS_HOST', 'DATA_DIR', 'MALLOC_MMAP_THRESHOLD_']);
  expect(compose).toContain('DATABASE_URL');
  expect([...image.slice(0, 4), ...compose].filter((name) => !(name in settings.shape))).toEqual([]);
});

test('compose.yaml hands on every setting but those of the inside of a container', () => {
  const [, portal = ''] = read('compose.yaml').split('\n  portal:');
  const handedOn = matches(portal, /^ {6}([A-Z_]+): \$\{\1:-.*\}$/gm);
  // Addresses, ports and folders that only the container has, the database beside it, and what several processes need.
  const inside = ['PORT', 'HOST', 'METRICS_PORT', 'METRICS_HOST', 'DATA_DIR', 'DOCUMENTS_DIR', 'WEB_CLIENT'];
  const others = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DRAIN_SECONDS'];
  expect([...handedOn, ...inside, ...others].sort()).toEqual(Object.keys(settings.shape).sort());
});

test('figures are reached in the network of compose.yaml, and from nowhere else', () => {
  const compose = read('compose.yaml');
  expect(read('Dockerfile')).toContain(' METRICS_HOST=0.0.0.0 ');
  expect(matches(compose, /^ {6}METRICS_PORT: (.*)$/gm)).toEqual(['9464']);
  expect(matches(compose, /^ {6}- (.*:.*:.*)$/gm)).toEqual(['127.0.0.1:3000:3000']);
});

test('of .git the image is built with what says the commit, and has nothing', () => {
  const taken = matches(read('.dockerignore'), /^!(\.git.*)$/gm);
  expect(taken).toEqual(['.git/HEAD', '.git/packed-refs', '.git/refs/heads']);
  const [built = '', image] = read('Dockerfile')
    .split(/^FROM .*\n/m)
    .slice(1);
  expect(built.trim()).toMatch(/ && rm -rf \.git$/);
  expect(image).toContain('COPY --from=build /portal ./');
});

test('the image and the systemd unit start what npm start starts, with the same memory allocator', () => {
  const allocator = /MALLOC_MMAP_THRESHOLD_=\d+/;
  const [image, unit] = [read('Dockerfile'), read('docs/operation/portal.service')];
  const [command] = matches(image, /^CMD (.*)$/gm);
  const [started] = matches(unit, /^ExecStart=\/opt\/portal\/node_modules\/node\/bin\/(.*)$/gm);
  const { start } = JSON.parse(read('package.json')).scripts;
  expect(`${allocator.exec(image)} exec ${JSON.parse(command!).join(' ')}`).toBe(start);
  expect(`${allocator.exec(unit)} exec ${started}`).toBe(start);
});

test('the image takes files that exist, and the Node of package.json, as .nvmrc does', () => {
  const taken = matches(read('.dockerignore'), /^!(.*)$/gm);
  expect(taken.filter((name) => !name.startsWith('.git/') && !existsSync(root + name))).toEqual([]);
  const { node } = JSON.parse(read('package.json')).dependencies;
  expect(new Set(matches(read('Dockerfile'), /^FROM node:([\d.]+)-/gm))).toEqual(new Set([node]));
  expect(read('.nvmrc').trim()).toBe(node);
});

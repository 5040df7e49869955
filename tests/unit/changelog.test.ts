import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const [, ...sections] = read('CHANGELOG.md').split(/^## \[/m);

test('every release names its tag, and says how one comes to it', () => {
  expect(sections.map((section) => section.slice(0, section.indexOf(']')))).toContain('1.0.0');
  for (const section of sections) {
    const name = section.slice(0, section.indexOf(']'));
    const tag = /\btag `v(\d+\.\d+\.\d+)`/i.exec(section)?.[1];
    expect(tag, name).toMatch(name === 'Unreleased' ? /./ : new RegExp(`^${RegExp.escape(name)}$`));
    expect(section, name).toMatch(/^\*\*Coming from /m);
  }
});

test('what is not released yet calls itself by the version that it becomes, with -dev', () => {
  const { version } = JSON.parse(read('package.json'));
  const [newest = ''] = sections;
  const released = newest.slice(0, newest.indexOf(']'));
  const coming = /\btag `v(\d+\.\d+\.\d+)`/.exec(newest)?.[1];
  expect(version).toBe(released === 'Unreleased' ? `${coming}-dev` : released);
});

import { expect, test } from 'vitest';
import { UsageError } from '#analytics/cli/command-error.ts';
import { readArguments } from '#server/commands/user/arguments.ts';

test.each([
  [[], 'Say what to do.'],
  [['remove', 'x@y.ch'], 'There is no command remove.'],
  [['deactivate'], 'deactivate needs an e-mail address.'],
  [['add', 'x', '--name', 'X'], 'x must be an e-mail address.'],
  [['add', 'x@y.ch'], '--name is missing.'],
  [['add', 'x@y.ch', '--name', 'X', '--role', 'Boss', '--language', 'rm'], '--role must be User or Admin.'],
  [['add', 'x@y.ch', '--name', 'X', '--force'], 'add has no --force.'],
  [['list', 'x@y.ch'], 'Too much: x@y.ch'],
  [['list', '--all'], "Unknown option '--all'"],
])('%j is refused with the reason', (parameters, message) => {
  expect(() => readArguments(parameters)).toThrow(UsageError);
  expect(() => readArguments(parameters)).toThrow(message);
});

test('of several wrong values each is named', () => {
  expect(() => readArguments(['add', 'x', '--role', 'Boss'])).toThrow(
    'x must be an e-mail address.\n--name is missing.\n--role must be User or Admin.',
  );
});

test('what is left open is a user who reads German', () => {
  expect(readArguments(['add', ' x@y.ch ', '--name', ' X '])).toEqual({
    name: 'add',
    email: 'x@y.ch',
    fullName: 'X',
    role: 'User',
    language: 'de',
    mail: false,
  });
});

import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError } from '#analytics/cli/command-error.ts';
import { type Language, languages } from '#shared/languages.ts';
import { INVITATION_HOURS } from '../../accounts/invitation.ts';

export const usage = `Manages who may sign in, also without a browser and without an administrator.

  npm run user -- list
  npm run user -- add <e-mail> --name "First Last" [--role User|Admin] [--language de|en|fr|it] [--mail]
  npm run user -- set-password <e-mail> [--mail]
  npm run user -- deactivate <e-mail> [--force]
  npm run user -- activate <e-mail>
  npm run user -- make-admin <e-mail>

add          adds a user and prints a link by which they set their password. Without --role: User; without --language: de.
set-password prints such a link for a user there is; the present password stays valid until it is used.
deactivate   ends every session of the user at once. The last active administrator needs --force.
make-admin   makes a user an administrator.

A link is good once and for ${INVITATION_HOURS} hours. --mail mails it (SMTP_URL) instead of printing it. Links lead to
PUBLIC_URL, without it to http://HOST:PORT.
The command reads the environment variables of the portal and uses DATABASE_URL, or the portal's own PostgreSQL in
DATA_DIR, whether the portal runs or not. It ends with 0 when it has done what was asked, else with 1.`;

export type UserCommand =
  | { name: 'help' }
  | { name: 'list' }
  | {
      name: 'add';
      email: string;
      fullName: string;
      role: 'User' | 'Admin';
      language: Language;
      mail: boolean;
    }
  | { name: 'set-password'; email: string; mail: boolean }
  | { name: 'deactivate'; email: string; force: boolean }
  | { name: 'activate' | 'make-admin'; email: string };

type Option = 'name' | 'role' | 'language' | 'mail' | 'force';

const optionsOf: Record<string, readonly Option[]> = {
  list: [],
  add: ['name', 'role', 'language', 'mail'],
  'set-password': ['mail'],
  deactivate: ['force'],
  activate: [],
  'make-admin': [],
};

/** @throws {UsageError} saying what is wrong */
export function readArguments(parameters: readonly string[]): UserCommand {
  const { values, positionals } = parse(parameters);
  const { help, ...options } = values;
  const [name, email, ...more] = positionals;
  if (help || name === 'help') return { name: 'help' };
  if (name === undefined) throw new UsageError('Say what to do.');
  const known = optionsOf[name];
  if (!known) throw new UsageError(`There is no command ${name}.`);
  const foreign = (Object.keys(options) as Option[]).find((option) => !known.includes(option));
  if (foreign) throw new UsageError(`${name} has no --${foreign}.`);
  const expected = name === 'list' ? 0 : 1;
  if (positionals.length - 1 > expected)
    throw new UsageError(`Too much: ${[email, ...more].slice(expected).join(' ')}`);
  if (name === 'list') return { name };
  if (!email) throw new UsageError(`${name} needs an e-mail address.`);
  const { mail = false, force = false } = options;
  if (name === 'add') return { name, ...newUser(email, options), mail };
  if (name === 'set-password') return { name, email, mail };
  if (name === 'deactivate') return { name, email, force };
  return { name: name as 'activate' | 'make-admin', email };
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        name: text,
        role: text,
        language: text,
        mail: flag,
        force: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const fields = z.object({
  email: z.string().trim().max(255).pipe(z.email('must be an e-mail address')),
  name: z.string('is missing').trim().min(1, 'is missing').max(255, 'has more than 255 characters'),
  role: z.enum(['User', 'Admin'], 'must be User or Admin').default('User'),
  language: z.enum(languages, 'must be de, en, fr or it').default('de'),
});

function newUser(email: string, options: { name?: string; role?: string; language?: string }) {
  const parsed = fields.safeParse({ email, ...options });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      path[0] === 'email' ? `${email} ${message}.` : `--${String(path[0])} ${message}.`,
    );
    throw new UsageError(problems.join('\n'));
  }
  const { name: fullName, ...rest } = parsed.data;
  return { ...rest, fullName };
}

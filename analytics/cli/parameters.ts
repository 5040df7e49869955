import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import type { SqlParameters, SqlValue } from '../engine.ts';
import { parameterTypes } from '../sql-text.ts';
import type { View, ViewContext } from '../views/view.ts';
import type { GivenValue } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { allowed, parameterList } from './parameter-list.ts';
import type { QueryFile } from './query-file.ts';

type Given = Readonly<Record<string, GivenValue>>;

const date = z.iso.date({ error: 'allowed is a date like 2026-01-31' });

/** Values that an installation supplies and an analyst may override. */
const contextSchema = z.object({
  today: date,
  todayUtc: date,
  newStockoutDays: z.coerce.number({ error: 'allowed is a number of days' }).int().min(0),
  language: z.enum(languages, { error: 'allowed is de, en, fr, it' }),
});

/**
 * Values for `file`, checked by its view's schema, else by the casts in the file; missing ones come from `context`.
 * @throws CommandError naming every wrong parameter and what is permitted
 */
export function queryParameters(file: QueryFile, given: Given, context: ViewContext): SqlParameters {
  const types = parameterTypes(file.text);
  const chosen = file.view?.parameters.shape ?? {};
  const supplied = names.filter((name) => types.has(name) && !Object.hasOwn(chosen, name));
  const rest = { ...given };
  const values: Record<string, SqlValue> = {};
  for (const name of supplied) {
    values[name] = contextValue(name, given, context);
    delete rest[name];
    types.delete(name);
  }
  const others = file.view
    ? viewParameters(file.view, file.name, rest)
    : fileParameters(file.name, types, rest);
  return { ...others, ...values };
}

const names = Object.keys(contextSchema.shape) as (keyof ViewContext)[];

function contextValue(name: keyof ViewContext, given: Given, context: ViewContext): SqlValue {
  if (!Object.hasOwn(given, name)) return context[name];
  const parsed = contextSchema.shape[name].safeParse(given[name]);
  if (parsed.success) return parsed.data;
  throw new CommandError(`--${name} ${given[name]}: ${parsed.error.issues[0]!.message}.`);
}

/** By the view's schema, as in the HTTP route. */
export function viewParameters(view: View, file: string, given: Given): SqlParameters {
  const parsed = view.parameters.safeParse(given);
  if (parsed.success) return parsed.data as SqlParameters;
  const known = parameterList(view);
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue));
  throw new CommandError([...new Set(problems)].join('\n'));

  function problemsOf(issue: z.core.$ZodIssue): string[] {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        unknown(
          key,
          file,
          known.map(({ name }) => name),
        ),
      );
    }
    const name = String(issue.path[0]);
    const description = known.find((parameter) => parameter.name === name);
    const value = given[name];
    if (value === undefined)
      return [`--${name} is missing: ${description ? allowed(description) : issue.message}.`];
    if (Array.isArray(value) && description && !description.list) return [`--${name} takes one value.`];
    const wrong = Array.isArray(value) ? (value[Number(issue.path[1])] ?? value.join(', ')) : value;
    const shown = wrong === null ? 'NULL' : wrong;
    return [`--${name} ${shown}: ${description ? `allowed is ${allowed(description)}` : issue.message}.`];
  }
}

/** By `$name::type` in the file; a parameter without a type is text. */
export function fileParameters(
  file: string,
  types: ReadonlyMap<string, string>,
  given: Given,
): SqlParameters {
  const used = [...types.keys()];
  const problems = Object.keys(given)
    .filter((name) => !used.includes(name))
    .map((name) => unknown(name, file, used));
  const values: Record<string, SqlValue> = {};
  for (const [name, type] of types) {
    const value = toSqlValue(given[name], type);
    if (value instanceof Unfit) problems.push(`--${name}${value.problem}: $${name}::${type} in ${file}.`);
    else values[name] = value;
  }
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  return values;
}

function unknown(name: string, file: string, known: readonly string[]): string {
  const others = known.length > 0 ? `it has ${known.map((each) => `--${each}`).join(', ')}` : 'it has none';
  return `--${name}: ${file} has no such parameter; ${others}.`;
}

/** Why a value does not fit a type. */
class Unfit {
  readonly problem: string;
  constructor(problem: string) {
    this.problem = problem;
  }
}

const integers = /^(tinyint|smallint|integer|int|bigint|hugeint|u(tinyint|smallint|integer|bigint|hugeint))$/;
const numbers = /^(double|float|real|decimal|numeric)/;

function toSqlValue(given: GivenValue | undefined, type: string): SqlValue | Unfit {
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2);
    const values = given === undefined || given === null ? [] : [given].flat();
    return (
      values.map((value) => toSqlValue(value, element)).find((value) => value instanceof Unfit) ?? values
    );
  }
  if (given === undefined) return new Unfit(' is missing');
  if (given === null) return null;
  if (Array.isArray(given)) return new Unfit(' takes one value');
  // The file's cast converts the text, so that numbers keep all digits.
  if (type === 'boolean' || type === 'bool') {
    return ['true', 'false'].includes(given)
      ? given === 'true'
      : new Unfit(` ${given}: allowed is true or false`);
  }
  if (integers.test(type) && !/^-?\d+$/.test(given)) return new Unfit(` ${given} is no whole number`);
  if (numbers.test(type) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(given))
    return new Unfit(` ${given} is no number`);
  return given;
}

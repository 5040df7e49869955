import { readFileSync } from 'node:fs';
import type { Context } from 'koa';
import { DatabaseError, type Pool } from 'pg';
import { z } from 'zod';
import { pathId } from '#shared/fields.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction, type Queryable, queryOptionalRow, queryRows } from '../platform/database/query.ts';
import { type AppError, gone, invalidInput } from '../platform/errors.ts';
import { type AuditDeed, type AuditKind, changedFields, recordChange } from '../platform/record-audit.ts';
import { refuseOutdated } from './request/if-match.ts';
import { type Access, defineRoute, type Route } from './route.ts';

type Values = Record<string, unknown>;

interface RecordKind<Fields extends z.ZodObject, Answer extends z.ZodObject, Id extends string> {
  /** `/api/wholesaler`. */
  path: string;
  /** Its kind in the audit. */
  kind: AuditKind;
  /** Its noun in summaries: `a wholesaler`. */
  noun: string;
  /** Names of the answer's fields for the id and the name. */
  id: Id;
  name: string & keyof z.output<Answer>;
  /** Schema of the request body. */
  fields: Fields;
  /** Schema of the answer: the fields, the id, read-only fields, and `version` where edits use If-Match. */
  answer: Answer;
  /**
   * A file with the statements `list`, `insert`, `update` and `delete`. Parameters are the fields (lists as JSON) and
   * `id`; an insert returns the id.
   */
  sql: URL;
  /** The error for a violated constraint, by the constraint's name. */
  refusals: Record<string, (values: z.output<Fields>) => AppError>;
  announces: boolean;
  /** Who may read the list; default: administrators. */
  access?: Access;
  readBody?: (ctx: Context) => Promise<unknown>;
  /** The values to store, where they differ from the body. */
  stored?: (given: z.output<Fields>) => Values;
  /** Maps a row to its answer, where they differ. Called before the change, so that a failure changes nothing. */
  answered?: (ctx: Context) => Promise<(row: z.output<Answer>) => z.input<Answer>>;
  /** The values for the audit; default: the fields that differ. */
  audited?: (before?: z.output<Answer>, after?: z.output<Answer>) => { before: Values; after: Values };
  /** Throws where the record cannot be deleted. The row is locked: no new reference can appear. */
  checkDeletion?: (db: Queryable, row: z.output<Answer>) => Promise<void>;
  /** The audit's verb for an update; default `changed`. */
  changed?: AuditDeed;
  /** Replace the default summaries. */
  summaries?: { list?: string; add?: string; change?: string; remove?: string };
}

/**
 * The routes of a record that administrators keep in a list, made from one schema and four statements. An update locks
 * its row; a unique index refuses duplicate names.
 */
export function records<Fields extends z.ZodObject, Answer extends z.ZodObject, Id extends string>(
  pool: Pool,
  kind: RecordKind<Fields, Answer, Id & keyof z.output<Answer>>,
) {
  type Row = z.output<Answer>;
  const { id: idName, access = 'admin', announces, noun, summaries = {}, changed = 'changed' } = kind;
  const sql = readStatements(kind.sql);
  const idOf = (row: Row) => row[idName] as number;
  const answered = kind.answered ?? (async () => (row: Row) => row as z.input<Answer>);
  const stored = kind.stored ?? ((given) => given);
  const path = `${kind.path}/:${idName}`;
  const params = z.object({ [idName]: pathId } as Record<Id, typeof pathId>);
  const idOfPath = (asked: { params: Values }) => asked.params[idName] as number;
  const objects = { [idName]: 'administered' } as Record<Id, 'administered'>;
  // Read-only fields of the answer, accepted and ignored in a body, so that an answer can be sent back.
  const beside = Object.keys(kind.answer.shape).filter((name) => !(name in kind.fields.shape));
  const body = kind.fields.extend(
    Object.fromEntries(
      beside.map((name) => [name, z.unknown().optional().describe('not read, as answers have it')]),
    ),
  ) as unknown as Fields;

  function list(db: Queryable = pool): Promise<Row[]> {
    return queryRows<Row>(db, sql.list.text);
  }

  /** The row, locked until the transaction ends. @throws AppError 404 */
  async function lock(db: Queryable, id: number): Promise<Row> {
    const row = await queryOptionalRow<Row>(
      db,
      `select * from (${sql.list.text}) as record where "${idName}" = $1 for update`,
      [id],
    );
    if (!row) throw gone();
    return row;
  }

  /** Runs a statement. @throws AppError for a violated constraint named in `refusals` */
  async function run(db: Queryable, statement: Statement, values: Values): Promise<number> {
    try {
      const [row] = await queryRows<{ id: number }>(
        db,
        statement.text,
        // JSON, because the driver would pass lists as SQL arrays.
        statement.parameters.map((name) =>
          Array.isArray(values[name]) ? JSON.stringify(values[name]) : values[name],
        ),
      );
      return row?.id ?? 0;
    } catch (error) {
      const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : '';
      throw kind.refusals[constraint]?.(values as z.output<Fields>) ?? error;
    }
  }

  async function record(
    db: Queryable,
    by: User,
    deed: AuditDeed,
    before: Row | undefined,
    after: Row | undefined,
    facts: Values = {},
  ): Promise<void> {
    const difference =
      kind.audited?.(before, after) ?? changedFields(unversioned(before), unversioned(after));
    if (Object.keys({ ...difference.before, ...difference.after }).length === 0) return;
    const named = (after ?? before)!;
    await recordChange(db, {
      by,
      action: `${kind.kind}.${deed}`,
      subject: kind.kind,
      subjectKey: idOf(named),
      subjectName: String(named[kind.name]),
      before: difference.before,
      after: { ...difference.after, ...facts },
    });
  }

  /** `facts` go into the audit as well. */
  function add(values: Values, by: User, facts: Values = {}): Promise<Row> {
    return inTransaction(pool, async (client) => {
      const added = await lock(client, await run(client, sql.insert, values));
      await record(client, by, 'created', undefined, added, facts);
      return added;
    });
  }

  /** Locks one row, calls `write` with it, and returns the new row. @throws AppError 404 */
  function change(
    id: number,
    by: User,
    deed: AuditDeed,
    write: (client: Queryable, before: Row) => Promise<unknown>,
  ): Promise<Row> {
    return inTransaction(pool, async (client) => {
      const before = await lock(client, id);
      await write(client, before);
      const after = await lock(client, id);
      await record(client, by, deed, before, after);
      return after;
    });
  }

  /** @throws AppError 404, 412 where it has another version than If-Match says, and as `refusals` say */
  async function update(
    ctx: Context,
    id: number,
    given: Values,
    { user, version }: { user: User; version: number | undefined },
  ): Promise<z.input<Answer>> {
    if (given[idName] !== undefined && given[idName] !== id) {
      throw invalidInput([{ path: [idName], message: 'is another than the one of the path' }]);
    }
    const values = stored(fieldsOf(given));
    const answer = await answered(ctx);
    const row = await change(id, user, changed, async (client, before) => {
      refuseOutdated(version, { version: before.version as number, fields: before }, values);
      await run(client, sql.update, { ...values, id });
    });
    return answer(row);
  }

  function fieldsOf(given: Values): z.output<Fields> {
    const names = Object.keys(kind.fields.shape);
    return Object.fromEntries(names.map((name) => [name, given[name]])) as z.output<Fields>;
  }

  return {
    list,
    add,
    change,
    update,
    body,
    path,
    params,
    objects,
    routes: {
      list: defineRoute({
        method: 'get',
        path: kind.path,
        summary: summaries.list ?? `Every ${noun}.`,
        access,
        answer: z.array(kind.answer),
        async handle(ctx) {
          const [rows, answer] = await Promise.all([list(), answered(ctx)]);
          return rows.map(answer);
        },
      }),
      add: defineRoute({
        method: 'post',
        path: kind.path,
        summary: summaries.add ?? `Adds a ${noun}.`,
        access: 'admin',
        audit: `${kind.kind}.created`,
        announces,
        body,
        ...(kind.readBody && { readBody: kind.readBody }),
        answer: kind.answer,
        async handle(ctx, input) {
          const values = stored(fieldsOf(input.body));
          const answer = await answered(ctx);
          return answer(await add(values, input.user));
        },
      }),
      change: defineRoute({
        method: 'put',
        path,
        summary: summaries.change ?? `Changes a ${noun}.`,
        access: 'admin',
        audit: `${kind.kind}.${changed}`,
        versioned: 'version' in kind.answer.shape,
        announces,
        params,
        objects,
        body,
        ...(kind.readBody && { readBody: kind.readBody }),
        answer: kind.answer,
        handle: (ctx, input) => update(ctx, idOfPath(input), input.body, input),
      }),
      remove: defineRoute({
        method: 'delete',
        path,
        summary: summaries.remove ?? `Deletes a ${noun}.`,
        access: 'admin',
        audit: `${kind.kind}.deleted`,
        announces,
        params,
        objects,
        async handle(ctx, input) {
          await inTransaction(pool, async (client) => {
            const before = await lock(client, idOfPath(input));
            await kind.checkDeletion?.(client, before);
            await run(client, sql.delete, { id: idOf(before) });
            await record(client, input.user, 'deleted', before, undefined);
          });
          ctx.status = 204;
        },
      }),
    } satisfies Record<string, Route>,
  };
}

function unversioned({ version: _, ...row }: Values = {}): Values {
  return row;
}

interface Statement {
  /** With positional parameters ($1). */
  text: string;
  parameters: string[];
}

/** The statements of a file; the comment above each is its name. */
function readStatements(file: URL): Record<'list' | 'insert' | 'update' | 'delete', Statement> {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^-- (list|insert|update|delete)$/m);
  const statements = parts.flatMap((part, place) =>
    place % 2 === 0 ? [[part, statementOf(parts[place + 1]!)]] : [],
  );
  return Object.fromEntries(statements);
}

function statementOf(text: string): Statement {
  const parameters: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  return { text: numbered.trim().replace(/;$/, ''), parameters };
}

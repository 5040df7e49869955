import type { Context } from 'koa';
import type { z } from 'zod';
import type { User } from '#shared/schemas/user.ts';
import type { Cost } from '../config.ts';
import type { AuditAction } from '../platform/record-audit.ts';
import type { Scope } from './tokens.ts';

/** Who may call a route. What a caller then sees can still depend on whose data it is. */
export type Access = 'everyone' | 'signedIn' | 'admin';

export type Caller<A extends Access> = A extends 'everyone' ? User | undefined : User;

/** What a handler gives: the JSON of the answer, or nothing when it has answered through `ctx` itself. */
type Answered<Answer extends z.ZodType> =
  | z.input<Answer>
  | undefined
  | Promise<z.input<Answer> | undefined>
  | Promise<void>;

/** Files that came in. */
type Removable = { remove(): Promise<void> };

/** Reads only, or says what else hears of what it changes. */
type Effect<A extends Access> =
  | { method: 'get'; audit?: undefined; announces?: undefined }
  | {
      method: 'post' | 'put' | 'delete';
      /**
       * What the audit gets when an administrator's rights do it: of several actions those that were done. Without any, an
       * administrators' call says why; null: it takes no such rights.
       */
      audit: AuditAction | readonly AuditAction[] | (A extends 'admin' ? { none: string } : null);
      /** Changes what processes keep: answered once none of them answers from before. */
      announces: boolean;
    };

/** Who names an object, and what else the address names. */
export type Asked = { user: User | undefined; params: Readonly<Record<string, unknown>> };

/** The gate of each kind of object that addresses name; start/object-access.ts has them and declares the others. */
export interface ObjectGates {
  /** Names no object: one of a few words, or a quantity. */
  word: <Value>(value: Value) => Value;
}
export type ObjectKind = keyof ObjectGates;
type FoundObject<Kind extends ObjectKind> = Awaited<ReturnType<ObjectGates[Kind]>>;

/** One call of the API. The OpenAPI document and the test of who may call what are made from the list of these. */
export type Route<
  A extends Access = Access,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Objects extends Readonly<Record<string, ObjectKind>> = Readonly<Record<string, ObjectKind>>,
  Sent extends Removable | undefined = Removable | undefined,
> = Effect<A> & {
  /** With :name for the parts that `params` reads. */
  path: string;
  summary: string;
  access: A;
  /**
   * Answers everyone as a visitor, whatever token is sent, e.g. because it begins or ends a session; the others refuse one
   * that is not good.
   */
  ignoresToken?: true;
  /** Programs may call it by an access token of this scope; other calls refuse such tokens. */
  scope?: Scope;
  params?: Params;
  /**
   * What each part of the path that `params` reads names, and `query.name` what a query does: see start/object-access.ts. The
   * handler is given what was found; a part that is not named here is refused when the routes are mounted.
   */
  objects?: Objects;
  query?: Query;
  /** Counts against what one may ask for in an hour; see costs.ts. */
  costs?: Cost;
  /** JSON body. */
  body?: Body;
  /** Reads what `body` parses, where that can be more than JSON of at most 100 kB. */
  readBody?: (ctx: Context) => Promise<unknown>;
  /** What a route that receives files takes, as multipart/form-data or JSON with data URLs, for the OpenAPI document. */
  form?: { fields: z.ZodObject; files: readonly string[] };
  /** Receives them; the handler is given them as `sent`, and removes them when it is done. */
  receive?: (ctx: Context, input: { params: z.infer<Params>; user: Caller<A> }) => Promise<Sent>;
  /** What a JSON answer looks like; without it there is none. */
  answer?: Answer;
  /** What a line looks like, where application/x-ndjson is answered on request. */
  lines?: z.ZodType;
  /** The answer may be kept by who asks each time whether it still holds; see mount.ts. */
  conditional?: true;
  handle(
    ctx: Context,
    input: {
      params: z.infer<Params>;
      query: z.infer<Query>;
      body: z.infer<Body>;
      user: Caller<A>;
      found: { [Name in keyof Objects]: FoundObject<Objects[Name]> };
      sent: Sent;
    },
  ): Answered<Answer>;
};

/** Helps the compiler infer a handler's input from the schemas beside it, and hold what it gives against the answer's. */
export function defineRoute<
  A extends Access,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType = z.ZodUndefined,
  const Objects extends Readonly<Record<string, ObjectKind>> = Record<never, never>,
  Sent extends Removable | undefined = undefined,
>(route: Route<A, Params, Query, Body, Answer, Objects, Sent>): Route {
  return route as unknown as Route;
}

import type { Context } from 'koa';
import type { z } from 'zod';
import type { User } from '#shared/schemas/user.ts';
import type { Cost } from '../config.ts';
import type { AuditAction } from '../platform/record-audit.ts';
import type { Scope } from './tokens.ts';

/** Who may call a route. Which objects the caller sees may still depend on the owner. */
export type Access = 'everyone' | 'signedIn' | 'admin';

export type Caller<A extends Access> = A extends 'everyone' ? User | undefined : User;

/** What a handler returns: the JSON of the answer, or nothing when it has answered through `ctx`. */
type Answered<Answer extends z.ZodType> =
  | z.input<Answer>
  | undefined
  | Promise<z.input<Answer> | undefined>
  | Promise<void>;

/** Files that came in. */
type Removable = { remove(): Promise<void> };

/** A read, or a change that says who is told of it. */
type Effect<A extends Access> =
  | { method: 'get'; audit?: undefined; announces?: undefined; versioned?: undefined }
  | ({
      /**
       * Audit actions of a call with an administrator's rights. An administrators' route without any says why; null:
       * takes no such rights.
       */
      audit: AuditAction | readonly AuditAction[] | (A extends 'admin' ? { none: string } : null);
      /** Invalidates caches: answered once no process serves stale data. */
      announces: boolean;
    } & Versioned);

/**
 * Whether two who change the same at once are told apart: then If-Match names the version that a change is based on, which the
 * handler is given for refuseOutdated. What replaces something that is stored says yes or no.
 */
type Versioned = { method: 'put'; versioned: boolean } | { method: 'post' | 'delete'; versioned?: true };

/** The caller and the path's parameters. */
export type Asked = { user: User | undefined; params: Readonly<Record<string, unknown>> };

/** The gate of each kind of object in paths; start/object-access.ts declares the others. */
export interface ObjectGates {
  /** No object: a keyword, or a quantity. */
  word: <Value>(value: Value) => Value;
}
export type ObjectKind = keyof ObjectGates;
type FoundObject<Kind extends ObjectKind> = Awaited<ReturnType<ObjectGates[Kind]>>;

/** A call of the API. The OpenAPI document and the tests of access are made from the list of these. */
export type Route<
  A extends Access = Access,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Objects extends Readonly<Record<string, ObjectKind>> = Readonly<Record<string, ObjectKind>>,
  Sent extends Removable | undefined = Removable | undefined,
> = Effect<A> & {
  /** With :name for the parameters that `params` parses. */
  path: string;
  summary: string;
  access: A;
  /**
   * Treats everybody as a visitor, whatever token is sent, e.g. because it begins or ends a session; other routes refuse
   * an invalid token.
   */
  ignoresToken?: true;
  /** Callable with an access token of this scope; other routes refuse such tokens. */
  scope?: Scope;
  params?: Params;
  /**
   * The kind of object that each path parameter (and `query.name`, a query parameter) names: see start/object-access.ts.
   * The handler gets the objects; a path parameter without a kind is refused when routes are mounted.
   */
  objects?: Objects;
  query?: Query;
  /** Counted against the hourly allowance; see cost-limits.ts. */
  costs?: Cost;
  /** JSON body. */
  body?: Body;
  /** Reads the body, where it can be more than JSON of at most 100 kB. */
  readBody?: (ctx: Context) => Promise<unknown>;
  /** The fields and files of a route that receives files, for the OpenAPI document. */
  form?: { fields: z.ZodObject; files: readonly string[] };
  /** Receives the files; the handler gets them as `sent` and removes them. */
  receive?: (ctx: Context, input: { params: z.infer<Params>; user: Caller<A> }) => Promise<Sent>;
  /** Schema of a JSON answer; none without it. */
  answer?: Answer;
  /** Schema of a line of NDJSON, on request. */
  lines?: z.ZodType;
  /** The client may cache the answer and revalidate it; see mount.ts. */
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
      /** What If-Match says of a versioned route; undefined: take it as it comes. */
      version: number | undefined;
    },
  ): Answered<Answer>;
};

/** Lets the compiler infer the handler's input from the schemas, and check its result against the answer's. */
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

import type { ErrorBody } from '#shared/schemas/error.ts';

/** A request that did not give what was asked for. `status` 0 means that no answer came at all. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly innerMessage: string | undefined;
  readonly requestId: string | undefined;
  /** Details of some codes, e.g. the fields of a conflict. */
  readonly issues: unknown;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? '');
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown');
    this.innerMessage = body.innerMessage;
    this.requestId = body.requestId;
    this.issues = body.issues;
  }
}

/** What the server refuses in words that say all there is to say: a wrong password, a conflict, a file, haste. */
const refusals = new Set([401, 409, 413, 422, 429]);

/** The id that support looks up in the log; none of a refusal, which needs no support. */
export function requestToLookUp(error: unknown): string | undefined {
  return error instanceof ApiFailure && !refusals.has(error.status) ? error.requestId : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** Reads the API's error shape; a proxy's HTML page or an empty body leaves only the status. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return new ApiFailure(response.status, body);
}

/** The fields that a request was refused for. */
export function refusedFields(error: unknown): string[] {
  if (!(error instanceof ApiFailure) || !Array.isArray(error.issues)) return [];
  return error.issues.flatMap((issue: { path?: unknown } | null) =>
    typeof issue?.path === 'string' ? [issue.path] : [],
  );
}

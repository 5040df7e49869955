/** JSON Schema as far as the API uses it. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  maxLength?: number;
  format?: string;
  contentEncoding?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };

/** A call of the API as the OpenAPI document describes it. */
export type Call = {
  method: string;
  /** With {name} for the parameters in it. */
  path: string;
  parameters: Parameter[];
  json: Schema | undefined;
  form: Schema | undefined;
};

type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** Every call that a server offers. */
export async function readCalls(url: string): Promise<Call[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method,
      path,
      parameters: parameters.filter((each) => each.in !== 'header'),
      json: requestBody?.content['application/json']?.schema,
      form: requestBody?.content['multipart/form-data']?.schema,
    })),
  );
}

/** A value that the schema may take, so that what is beside it gets looked at. */
export function plausible(schema: Schema, text: string, which: 'all' | 'required' = 'all'): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return plausible(schema.anyOf[0]!, text);
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => which === 'all' || schema.required?.includes(name),
    );
    return Object.fromEntries(members.map(([name, member]) => [name, plausible(member, text, which)]));
  }
  if (schema.type === 'array') return schema.items ? [plausible(schema.items, text)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  if (schema.pattern?.startsWith('^\\d')) return '1';
  if (schema.pattern?.startsWith('^data:')) return 'data:;base64,UEs=';
  if (schema.format === 'date') return '2026-01-01';
  return text;
}

/** Where a value can stand in what an object schema describes, however deep. */
export function places(schema: Schema, above: readonly string[] = []): string[][] {
  const inner = schema.anyOf?.find(({ type }) => type === 'object' || type === 'array') ?? schema;
  const members: [string, Schema][] = inner.items
    ? [['0', inner.items]]
    : Object.entries(inner.properties ?? {});
  return members.flatMap(([name, member]) => {
    const place = [...above, name];
    return [place, ...places(member, place)];
  });
}

/** A copy of `whole` with `value` at `place`. */
export function replaced(whole: unknown, place: readonly string[], value: unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as Record<string, unknown>) };
  (copy as Record<string, unknown>)[name] = replaced((copy as Record<string, unknown>)[name], rest, value);
  return copy;
}

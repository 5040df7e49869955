import { z } from 'zod';
import { errorBody } from '#shared/schemas/error.ts';
import { defineRoute, type Route } from './route.ts';

/** GET /api/openapi.json: the other routes as OpenAPI 3.1. */
export function openapiRoute(routes: readonly Route[]): Route {
  // Cached: describing all calls blocks the event loop for a tenth of a second.
  let described: ReturnType<typeof describeApi> | undefined;
  return defineRoute({
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document.',
    access: 'everyone',
    answer: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
    handle: () => {
      described ??= describeApi(routes);
      return described;
    },
  });
}

const errorAnswer = {
  description: 'Error',
  content: {
    'application/json': {
      schema: z.toJSONSchema(errorBody),
    },
  },
};

function describeApi(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Assortment portal', version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function describeRoute(route: Route) {
  const content = {
    ...(route.answer && { 'application/json': { schema: jsonSchema(route.answer, 'output') } }),
    ...(route.lines && { 'application/x-ndjson': { schema: jsonSchema(route.lines, 'output') } }),
  };
  const answer = Object.keys(content).length > 0 && { content };
  return {
    summary: route.summary,
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.versioned ? [ifMatch] : []),
    ],
    ...requestBody(route),
    responses: { 200: { description: 'Answer', ...answer }, default: errorAnswer },
    ...(route.ignoresToken ? {} : { security: securityOf(route) }),
  };
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the change is based on: 412 where it is another by now. Without it, it is taken as it comes.',
  schema: { type: 'string', maxLength: 14, pattern: '^(W/)?"?\\d{1,10}"?$' },
};

function requestBody({ body, form }: Route) {
  if (body) {
    return { requestBody: { content: { 'application/json': { schema: jsonSchema(body, 'input') } } } };
  }
  if (!form) return {};
  const schema = (file: z.ZodType) => {
    const files = form.files.map((name): [string, z.ZodType] => [name, file.optional()]);
    return { schema: jsonSchema(form.fields.extend(Object.fromEntries(files)), 'input') };
  };
  const dataUrl = z.string().regex(/^data:[^,]*;base64,/);
  return {
    requestBody: {
      content: { 'multipart/form-data': schema(z.file()), 'application/json': schema(dataUrl) },
    },
  };
}

/** Routes for visitors take an optional token, or none. */
function securityOf({ access }: Route): Record<string, string[]>[] {
  return access === 'everyone' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(type, undefined).success,
    schema: jsonSchema(type, 'input'),
  }));
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

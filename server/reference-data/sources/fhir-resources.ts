import { clean } from './reading/cells.ts';

/** The parts of FHIR that the BAG's export has and we read; anything may be missing. */
export type Resource = Record<string, unknown>;
export type Bundle = { resources: Resource[] };

/** What stands under a key, where it is an object. */
export function child(of: unknown, key: string): Resource | undefined {
  const value = isObject(of) ? of[key] : undefined;
  return isObject(value) ? value : undefined;
}

/** What stands under a key: a list as it is, one object as a list of it, else nothing. */
export function children(of: unknown, key: string): Resource[] {
  const value = isObject(of) ? of[key] : undefined;
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

/** Text or number under a key, as text with single spaces. */
export function text(of: unknown, key: string): string {
  const value = isObject(of) ? of[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : '';
}

/** Codes of a concept in one system, told by its end: the address before it differs between releases. */
export function codesOf(concept: unknown, system: string): string[] {
  return children(concept, 'coding').flatMap((coding) =>
    text(coding, 'system').endsWith(system) ? [text(coding, 'code')].filter(Boolean) : [],
  );
}

/** The last part of a reference, by which resources are joined: "CHIDMPPackagedProductDefinition/x" and "…/x" are one. */
export function referenced(of: unknown, key: string): string[] {
  return children(of, key).flatMap((each) => {
    const reference = text(each, 'reference');
    const id = reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1);
    return id === '' ? [] : [id];
  });
}

/** The extension of that name among those of a resource or extension, by the last part of its address. */
export function extensions(of: unknown, name: string): Resource[] {
  return children(of, 'extension').filter((each) => {
    const url = text(each, 'url');
    return url === name || url.endsWith(`/${name}`);
  });
}

function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

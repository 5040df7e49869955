import type { TemplateCheck, TemplateReplaced } from '#shared/schemas/template-files.ts';

/** What the tests of template files ask a server as an administrator. */
export type TemplateFileCalls = ReturnType<typeof templateFileCalls>;

export type Answer<Body> = {
  status: number;
  body: Body & { code?: string; message?: string; issues?: unknown };
};

/** The calls of template files, with an administrator's token. */
export function templateFileCalls(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
  const ask = async <Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> => {
    const response = await fetch(`${url}/api/templatefiles${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const json = { 'content-type': 'application/json' };
  return {
    ask,
    check: (key: string, content: string | Uint8Array, name: string) =>
      ask<TemplateCheck>(`/${key}/check`, { method: 'POST', body: formOf({}, content, name) }),
    checked: (key: string, id: number) => ask<TemplateCheck>(`/${key}/checks/${id}`),
    use: (key: string, id: number, reason?: string) =>
      ask<TemplateReplaced>('', { method: 'PUT', headers: json, body: JSON.stringify({ key, id, reason }) }),
    /** Sends and uses a file in one call. */
    replace: (key: string, content: string | Uint8Array, name: string, reason = '') =>
      ask<TemplateReplaced>('', { method: 'PUT', body: formOf({ key, reason }, content, name) }),
    takeBack: (key: string, id: number) =>
      ask<TemplateReplaced>(`/${key}/versions/${id}/use`, { method: 'POST' }),
    takeBuiltIn: (key: string) => ask<TemplateReplaced>(`/${key}/built-in/use`, { method: 'POST' }),
    download: (key: string, query = '') => fetch(`${url}/api/templatefiles/${key}${query}`, { headers }),
  };
}

/** A form with fields and a file behind them. */
export function formOf(fields: Record<string, string>, content: string | Uint8Array, name: string): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new File([content as Uint8Array<ArrayBuffer>], name));
  return form;
}

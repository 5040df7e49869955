import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Koa from 'koa';
import compress from 'koa-compress';
import { serveWebClient, webClientDirectory } from '#server/start/web-client.ts';

/** What a page shows, as HTML that needs no script and no question to the server, with the same style sheets. */
export async function staticCopy(page: Page): Promise<string> {
  const html = await page.evaluate(() => {
    for (const needless of document.querySelectorAll('script, link[rel="modulepreload"]')) needless.remove();
    return document.documentElement.outerHTML;
  });
  return `<!doctype html>${html}`;
}

/** Serves it as the portal serves its index.html, compressed and with the same assets, until `use` is done. */
export async function withStaticPage<T>(html: string, use: (address: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'static-page-'));
  await writeFile(join(directory, 'index.html'), html);
  await symlink(join(webClientDirectory, 'assets'), join(directory, 'assets'));
  const app = new Koa().use(compress());
  for (const middleware of serveWebClient(directory)) app.use(middleware);
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
  }
}

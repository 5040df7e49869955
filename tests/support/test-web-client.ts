import { buildWebClient } from '#server/start/web-client.ts';

/** Once for all servers of a browser test run. */
export default async function buildTestWebClient(): Promise<void> {
  await buildWebClient(console.log);
}

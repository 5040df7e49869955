import { buildWebClient } from '#server/start/web-client.ts';
import { createDatabase, demoDatabase } from './database.ts';
import { startServerProcess } from './server-process.ts';

/** Of all demo users in tests of the browser. */
export const demoPassword = 'Vier-Birnen-am-Wegrand';

/** The web client and a database with the demo world, both made once for all servers of a run. Set-up of Playwright. */
export default async function prepareTestPortal(): Promise<void> {
  await Promise.all([buildWebClient(console.log), fillDemoDatabase()]);
}

/** testDatabase({ template: 'demo' }) copies it, which nobody can be connected to. */
async function fillDemoDatabase(): Promise<void> {
  const url = await createDatabase(demoDatabase);
  const server = await startServerProcess({ DATABASE_URL: url, DEMO: 'on', DEMO_PASSWORD: demoPassword });
  server.kill('SIGTERM');
  await server.ended;
}

import type { LoadedServer } from '../load/server.ts';
import type { Entry } from '../mode.ts';

const MOST_SECONDS = 30;
const MOST_MEGABYTES = 500;

/**
 * The report of gaps in the portfolio, once, while somebody else goes on asking how
 * many customers buy what is missing.
 */
export async function measureScout(
  server: LoadedServer,
  administrator: string,
  other: string,
): Promise<Entry> {
  const counts = () => fetchAll(`${server.url}/api/portfolio/customer-counts`, other);
  await counts();
  const { rssMb: idle } = await server.report();
  server.reset();
  let isMade = false;
  const began = performance.now();
  const making = fetchAll(`${server.url}/api/report/Scout`, administrator).finally(() => {
    isMade = true;
  });
  const waits: number[] = [];
  while (!isMade) {
    const start = performance.now();
    await counts();
    waits.push(performance.now() - start);
  }
  const file = await making;
  const seconds = (performance.now() - began) / 1000;
  const { peakRssMb, delayP99, delayMax } = await server.report();
  const megabytes = peakRssMb - idle;
  return {
    question: 'report/Scout',
    who: 'administrator',
    seconds,
    megabytes,
    bytes: file.length,
    delayP99,
    delayMax,
    othersMax: Math.max(...waits),
    met: seconds <= MOST_SECONDS && megabytes <= MOST_MEGABYTES,
  };
}

async function fetchAll(url: string, token: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${body}`);
  return body;
}

import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { codeOf, type Engine } from './engine.ts';

interface Answer {
  id?: number;
  method?: string;
  params?: { level?: string; text?: string };
  result?: never;
  error?: string;
  message?: string;
}

/** Firefox as it is packaged, by WebDriver BiDi; says that its pointer is a finger. Downloads go into the folder. */
export async function startFirefox(program: string, folder: string): Promise<Engine> {
  const profile = join(folder, 'profile');
  const settings = {
    // A finger: coarse and without hovering.
    'ui.primaryPointerCapabilities': 1,
    'ui.allPointerCapabilities': 1,
    'ui.useOverlayScrollbars': 1,
    'browser.download.folderList': 2,
    'browser.download.dir': folder,
    'browser.download.open_pdf_attachments_inline': false,
    'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
    'pdfjs.disabled': true,
    'intl.accept_languages': 'de-CH',
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  };
  await mkdir(profile);
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { env: { ...process.env, TZ: 'Europe/Zurich' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (listening) resolve(`${listening[1]}/session`);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}.`)));
  });

  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let said: string[] = [];
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    const { level, text } = answer.params ?? {};
    if (answer.method === 'log.entryAdded' && (level === 'error' || level === 'warn')) said.push(text ?? '');
  };
  let last = 0;
  const call = async <Result>(method: string, params: object): Promise<Result> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  };

  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  return {
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(what, ...given) {
      const { result, exceptionDetails } = await call<{
        result: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: codeOf(what, given),
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    async perform(actions) {
      await call('input.performActions', { context, actions });
    },
    async resize(width, height) {
      await call('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async picture() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async complaints() {
      const complaints = said;
      said = [];
      return complaints;
    },
    async close() {
      socket.close();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

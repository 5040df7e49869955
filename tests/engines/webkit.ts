import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { codeOf, type Engine } from './engine.ts';

declare global {
  interface Window {
    complaints?: string[];
  }
}

/**
 * WebKitGTK's own little browser on a screen of its own, by WebDriver. Downloads go into the folder. Its pointer is a
 * mouse, and nothing tells it otherwise: rules for fingers are made to hold in the page.
 */
export async function startWebKit(program: string, folder: string): Promise<Engine> {
  const settings = join(folder, 'settings');
  await mkdir(join(settings, 'gtk-3.0'), { recursive: true });
  // Its bar of buttons is wider than a phone.
  await writeFile(
    join(settings, 'gtk-3.0/gtk.css'),
    '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }',
  );
  await writeFile(join(settings, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);

  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(screen.stdout, 'data');
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      XDG_CONFIG_HOME: settings,
      LANGUAGE: 'de_CH',
      TZ: 'Europe/Zurich',
      // Nobody listens with a screen reader, and without a message bus it warns of that.
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });

  const call = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const end = () => {
    driver.kill();
    screen.kill();
  };
  while (driver.exitCode === null && !(await call('GET', '/status').catch(() => false))) await setTimeout(50);
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} }).catch(
    (error) => {
      end();
      throw error;
    },
  );
  const session = `/session/${sessionId}`;

  const engine: Engine = {
    async open(url) {
      await call('POST', `${session}/url`, { url });
      await engine.run(() => {
        window.complaints = [];
        const complain = (...words: unknown[]) => window.complaints!.push(words.map(String).join(' '));
        for (const level of ['error', 'warn'] as const) console[level] = complain;
        addEventListener('error', ({ message }) => complain(message));
        addEventListener('unhandledrejection', ({ reason }) => complain(reason));
        addEventListener('securitypolicyviolation', ({ blockedURI }) => complain('refused', blockedURI));
        const forFingers = () => {
          for (const sheet of document.styleSheets)
            for (const rule of sheet.cssRules)
              if (rule instanceof CSSMediaRule)
                rule.media.mediaText = rule.media.mediaText.replace('(pointer: coarse)', 'all');
        };
        forFingers();
        // Those of later parts too.
        document.addEventListener('load', forFingers, true);
      });
    },
    async run(what, ...given) {
      const { json, failure } = await call<{ json?: string; failure?: string }>(
        'POST',
        `${session}/execute/async`,
        {
          script: `const done = arguments[0];
            ${codeOf(what, given)}.then((json) => done({ json }), (error) => done({ failure: String(error) }));`,
          args: [],
        },
      );
      if (failure) throw new Error(failure);
      return json ? JSON.parse(json) : undefined;
    },
    async perform(actions) {
      await call('POST', `${session}/actions`, { actions });
    },
    async resize(width, height) {
      // The window is higher than its page by a bar, and takes its time.
      let bar = 0;
      for (let attempt = 0; attempt < 50; attempt++) {
        await call('POST', `${session}/window/rect`, { width, height: height + bar });
        await setTimeout(100);
        const page = await engine.run(() => ({
          width: innerWidth,
          height: innerHeight,
          bar: outerHeight - innerHeight,
        }));
        if (page.width === width && page.height === height) return;
        bar = page.bar;
      }
      throw new Error(`The page does not become ${width} × ${height}.`);
    },
    async picture() {
      return Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64');
    },
    complaints: () => engine.run(() => window.complaints!.splice(0)),
    async close() {
      await call('DELETE', session);
      end();
    },
  };
  return engine;
}

import { expect } from 'vitest';

/** A browser that shows one page, by whatever protocol its engine speaks. */
export interface Engine {
  /** Opens an address and waits until it is loaded. */
  open: (address: string) => Promise<void>;
  /** Runs a function, which uses nothing from outside, in the page. */
  run: <Given extends unknown[], Value>(
    what: (...given: Given) => Value | Promise<Value>,
    ...given: Given
  ) => Promise<Value>;
  /** Does what a pointer or a keyboard does, in the form that both protocols share. */
  perform: (actions: object[]) => Promise<void>;
  /** Gives the page itself this size. */
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Buffer>;
  /** What the console has said since the last time, as far as the engine tells. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** The page's code that runs a function with what is given: a promise of JSON, of which each protocol has its own idea. */
export function codeOf(what: (...given: never[]) => unknown, given: unknown[]): string {
  return `Promise.resolve(${JSON.stringify(given)}).then((given) => (${what})(...given)).then(JSON.stringify)`;
}

/** Waits until something that matches is shown, with a text or label that ends with this where given, and presses it. */
export async function press(engine: Engine, selector: string, text?: string): Promise<void> {
  const [x, y] = await placeOf(engine, selector, text);
  await engine.perform([
    {
      type: 'pointer',
      id: 'pointer',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

/** Types into what is pressed. */
export async function type(engine: Engine, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await engine.perform([{ type: 'key', id: 'keyboard', actions }]);
}

/** The text of what matches, as it is shown. */
export function texts(engine: Engine, selector: string): Promise<string[]> {
  return engine.run(
    (wanted: string) =>
      [...document.querySelectorAll<HTMLElement>(wanted)]
        .filter((each) => each.checkVisibility())
        // biome-ignore lint/performance/useDomNodeTextContent: as it is shown, with room between cells.
        .map(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim()),
    selector,
  );
}

/** Waits until the page's texts and figures are there. */
export async function settled(engine: Engine): Promise<void> {
  const asked = () =>
    engine.run(async () => {
      await document.fonts.ready;
      const isWaiting =
        document.querySelector('h1, [role="dialog"]') === null ||
        document.querySelector('.bp6-skeleton, [aria-busy="true"]') !== null;
      return isWaiting ? -1 : performance.getEntriesByType('resource').length;
    });
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await asked();
        const isOver = now === before && now >= 0;
        before = now;
        return isOver;
      },
      { interval: 300 },
    )
    .toBe(true);
}

/** What the page asked for and was refused. */
export function refusedRequests(engine: Engine): Promise<string[]> {
  return engine.run(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).responseStatus >= 400)
      .map(({ name }) => name),
  );
}

/** Hands a file to the field of this label, as a person does who chooses one. */
export async function choose(engine: Engine, label: string, name: string, bytes: Buffer): Promise<void> {
  await expect
    .poll(() =>
      engine.run(
        (wanted: string, called: string, base64: string) => {
          const labels = [...document.querySelectorAll('label')];
          const field = labels.find(({ textContent }) => textContent.trim() === wanted)?.control as
            | HTMLInputElement
            | null
            | undefined;
          if (!field || field.disabled) return false;
          const chosen = new DataTransfer();
          const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          chosen.items.add(new File([content], called));
          field.files = chosen.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
          return true;
        },
        label,
        name,
        bytes.toString('base64'),
      ),
    )
    .toBe(true);
}

/** The middle of what matches, once it has come to rest and nothing lies over it. */
async function placeOf(engine: Engine, selector: string, text?: string): Promise<[number, number]> {
  let place: [number, number] | undefined;
  await expect
    .poll(
      async () => {
        place = await engine.run(
          (wanted: string, called: string | null): [number, number] | undefined => {
            const said = (each: Element) =>
              [each.getAttribute('aria-label'), each.textContent].map((words) => words?.trim());
            const found = [...document.querySelectorAll<HTMLElement>(wanted)].find(
              (each) =>
                each.checkVisibility() &&
                (called === null || said(each).some((words) => words?.endsWith(called))),
            );
            if (!found || found.matches(':disabled')) return;
            found.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width, height } = found.getBoundingClientRect();
            const at: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
            const hit = document.elementFromPoint(...at);
            return hit && (found.contains(hit) || hit.contains(found)) ? at : undefined;
          },
          selector,
          text ?? null,
        );
        return place !== undefined;
      },
      { message: `${selector} ${text ?? ''}` },
    )
    .toBe(true);
  return place!;
}

import { setTimeout as sleep } from 'node:timers/promises';

/** The program is being stopped: nothing more is opened. */
export class StoppingError extends Error {
  override name = 'StoppingError';
}

/** Longer than any part may need; one that hangs must not keep the others open. */
const patienceMs = 40_000;

async function tooLong(): Promise<never> {
  await sleep(patienceMs);
  throw new Error('it took too long');
}

/** What a running server consists of: opened one after the other, closed in reverse order. */
export class OpenParts {
  readonly #parts: { name: string; close: () => Promise<unknown> }[] = [];
  #closing: Promise<Error[]> | undefined;

  /**
   * Opens a part and remembers how to close it, also when the program is stopped while it opens.
   * @throws {StoppingError} once closing has begun
   */
  async open<Part>(
    name: string,
    open: () => Part | Promise<Part>,
    close: (part: Part) => Promise<unknown>,
  ): Promise<Part> {
    if (this.#closing) throw new StoppingError();
    const opened = Promise.resolve(open());
    // A part that failed to open has nothing to close; whoever opened it hears of the failure.
    this.#parts.push({ name, close: () => opened.then(close, () => undefined) });
    return opened;
  }

  /** Closes everything, whatever fails on the way; gives the failures. */
  close(): Promise<Error[]> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<Error[]> {
    const failures: Error[] = [];
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      try {
        await Promise.race([part.close(), tooLong()]);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        failures.push(new Error(`Closing ${part.name} failed: ${reason}`, { cause }));
      }
    }
    return failures;
  }
}

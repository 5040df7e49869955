import { setTimeout as sleep } from 'node:timers/promises';

/** The program is being stopped: no more parts are opened. */
export class StoppingError extends Error {
  override name = 'StoppingError';
}

/** Longest start of a part; one that hangs must not block the shutdown of the others. */
const patienceMs = 40_000;

async function tooLong(): Promise<never> {
  await sleep(patienceMs);
  throw new Error('it took too long');
}

/** The parts of a running server: opened in order, closed in reverse. */
export class OpenParts {
  readonly #parts: { name: string; close: () => Promise<unknown> }[] = [];
  #closing: Promise<Error[]> | undefined;

  /**
   * Opens a part and remembers how to close it, also when the program is stopped meanwhile. @throws {StoppingError} once
   * closing has begun
   */
  async open<Part>(
    name: string,
    open: () => Part | Promise<Part>,
    close: (part: Part) => Promise<unknown>,
  ): Promise<Part> {
    if (this.#closing) throw new StoppingError();
    const opened = Promise.resolve(open());
    // A part that failed to open has nothing to close; the caller gets its error.
    this.#parts.push({ name, close: () => opened.then(close, () => undefined) });
    return opened;
  }

  /** Closes everything, whatever fails; returns the failures. */
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

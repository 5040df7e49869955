import { setTimeout as sleep } from 'node:timers/promises';
import { type Seeded, seeded } from '../support/seeded.ts';

const ANSWER_MILLISECONDS = 15_000;
const ATTEMPTS = 2000;
const WAIT_MILLISECONDS = 30;

/** Of so many calls that are asked until they are answered one is broken off the first time. */
const HANG_UPS = 6;

/** What is said of a busy portal, of files and of catalogues that others were faster with: nothing was written. */
const REFUSALS = [409, 412, 429];

/** What a client knows of a write that it asked for once. */
export type Outcome<Answer> =
  | { state: 'acknowledged'; answer: Answer }
  | { state: 'refused' }
  /** No answer, or one that says that something failed. */
  | { state: 'unknown' };

export type Body = object | FormData;

/** Somebody who is signed in, and asks one process or the other. */
export class Client {
  private readonly urls: readonly string[];
  private readonly token: string;
  private readonly random: Seeded;

  constructor(urls: readonly string[], token: string, seed: number) {
    this.urls = urls;
    this.token = token;
    this.random = seeded(seed);
  }

  /** Asks one process once. @throws {Error} where it is refused for what it is */
  async once<Answer>(method: string, path: string, body?: Body): Promise<Outcome<Answer>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await this.ask<Answer>(this.random.pick(this.urls), method, path, body);
        return { state: 'acknowledged', answer };
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) {
          if (REFUSALS.includes(error.status)) return { state: 'refused' };
          throw error;
        }
        await sleep(WAIT_MILLISECONDS);
        // Who is not there was not asked.
        if (!isAbsent(error) || attempt === ATTEMPTS) return { state: 'unknown' };
      }
    }
  }

  /** Asks until there is an answer, whichever process is there. @throws {Error} where it is refused */
  async insist<Answer>(method: string, path: string, body?: Body): Promise<Answer> {
    let last: unknown;
    const hangUp = this.random.below(HANG_UPS) === 0 ? this.random.below(60) : undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        const url = this.urls[(attempt + this.random.below(2)) % this.urls.length]!;
        return await this.ask<Answer>(url, method, path, body, attempt === 0 ? hangUp : undefined);
      } catch (error) {
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error;
        last = error;
        await sleep(WAIT_MILLISECONDS);
      }
    }
    throw new Error(`${method} ${path} was never answered`, { cause: last });
  }

  /** What a process answers. */
  async ask<Answer>(
    url: string,
    method: string,
    path: string,
    body?: Body,
    hangUp?: number,
  ): Promise<Answer> {
    const text = await this.read(url, method, path, body, hangUp);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  /** A file, as text. */
  text(path: string): Promise<string> {
    return this.read(this.urls[0]!, 'GET', path);
  }

  private async read(url: string, method: string, path: string, body?: Body, hangUp = ANSWER_MILLISECONDS) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json, */*;q=0.5',
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(hangUp),
    });
    const text = await response.text();
    if (!response.ok) throw new Refusal(response.status, `${method} ${path}: ${text}`);
    return text;
  }
}

const isAbsent = (error: unknown) =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status} ${message}`);
    this.status = status;
  }
}

/** The part of autocannon that the benchmark uses; it brings no types of its own. */
declare module 'autocannon' {
  type Request = { path?: string; headers?: Record<string, string> };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    requests?: { setupRequest(request: Request): Request }[];
  };
  type Result = { errors: number; timeouts: number; non2xx: number; '2xx': number; duration: number };
  type Instance = Promise<Result> & {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  };
  export default function autocannon(options: Options): Instance;
}

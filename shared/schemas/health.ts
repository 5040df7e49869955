import { z } from 'zod';

/** What a process runs. */
export const build = z.strictObject({
  version: z.string(),
  commit: z.string().nullable().describe('null where neither git nor who built it has said'),
});

export const liveness = z.strictObject({ live: z.literal(true), ...build.shape });

export const readiness = z.strictObject({
  ready: z.literal(true),
  checks: z.strictObject({
    database: z.boolean().describe('PostgreSQL has answered within the last three seconds'),
    clock: z.boolean().describe('this process’s clock is at most 30 s off the database’s'),
    memory: z.boolean().describe('the memory of DuckDB was not full within the last five seconds'),
    running: z.boolean().describe('this process has not been told to end'),
  }),
});

export type Build = z.infer<typeof build>;
export type Readiness = z.infer<typeof readiness>;

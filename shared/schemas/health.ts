import { z } from 'zod';

export const liveness = z.strictObject({ live: z.literal(true) });

export const readiness = z.strictObject({
  ready: z.literal(true),
  checks: z.strictObject({
    database: z.boolean().describe('PostgreSQL has answered within the last three seconds'),
    clock: z.boolean().describe('this process’s clock is at most 30 s off the database’s'),
    memory: z.boolean().describe('the memory of DuckDB was not full within the last five seconds'),
    running: z.boolean().describe('this process has not been told to end'),
  }),
});

export type Readiness = z.infer<typeof readiness>;

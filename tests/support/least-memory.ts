import { settings } from '#server/config.ts';

/** Of DUCKDB_MEMORY_LIMIT, what a process starts with at least. */
export const leastMemory = Array.from({ length: 2000 }, (_, size) => `${size + 1}MB`).find(
  (size) => settings.shape.DUCKDB_MEMORY_LIMIT.safeParse(size).success,
)!;

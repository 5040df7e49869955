import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './client.ts';
import { invalidateAfter, queryClient } from './query-client.ts';

/** Calls for records of administrators, see server/http/records.ts. */
export type RecordCalls<Item> = ReturnType<typeof recordCalls<Item>>;

interface Place<Item> {
  /** Below /api. */
  path: string;
  /** Its first part is invalidated after a change. */
  queryKey: string[];
  id: keyof Item & string;
  name: keyof Item & string;
}

export function recordCalls<Item>({ path, queryKey, id, name }: Place<Item>) {
  const query = queryOptions({ queryKey, queryFn: ({ signal }) => requestJson<Item[]>(path, { signal }) });
  const idOf = (item: Item) => item[id] as number;
  const changed = <Answer>(answer: Promise<Answer>) => invalidateAfter(queryKey.slice(0, 1), answer);
  return {
    query,
    idOf,
    nameOf: (item: Item) => item[name] as string,
    changed,
    /** Adds a record where `item` is null, else changes it. Throws ApiFailure 412 for an outdated version. */
    save: (item: Item | null, fields: Partial<Item>, version?: number) =>
      changed(
        item === null
          ? requestJson<Item>(path, { method: 'POST', json: fields })
          : requestJson<Item>(`${path}/${idOf(item)}`, { method: 'PUT', json: fields, ifMatch: version }),
      ),
    remove: (item: Item) => changed(request(`${path}/${idOf(item)}`, { method: 'DELETE' })),
    /** The stored state of a record. */
    async findStored(item: Item): Promise<Item | undefined> {
      const list = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      return list.find((each) => idOf(each) === idOf(item));
    },
  };
}

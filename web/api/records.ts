import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './client.ts';
import { invalidateAfter, queryClient } from './query-client.ts';

/** The calls of records that administrators keep, as server/http/records.ts answers them. */
export type RecordCalls<Item> = ReturnType<typeof recordCalls<Item>>;

interface Place<Item> {
  /** Below /api. */
  path: string;
  /** All below its first part is asked for anew after a change. */
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
    /** Adds one where `item` is null, else changes that one. Throws ApiFailure 412 where it has another version by now. */
    save: (item: Item | null, fields: Partial<Item>, version?: number) =>
      changed(
        item === null
          ? requestJson<Item>(path, { method: 'POST', json: fields })
          : requestJson<Item>(`${path}/${idOf(item)}`, { method: 'PUT', json: fields, ifMatch: version }),
      ),
    remove: (item: Item) => changed(request(`${path}/${idOf(item)}`, { method: 'DELETE' })),
    /** What there is of one by now. */
    async findStored(item: Item): Promise<Item | undefined> {
      const list = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      return list.find((each) => idOf(each) === idOf(item));
    },
  };
}

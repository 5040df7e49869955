import { queryOptions } from '@tanstack/react-query';
import { viewPath } from '#analytics/views/path.ts';
import type { View } from '#analytics/views/view.ts';
import { writeChoice } from '../choice/address.ts';
import { request } from './client.ts';
import { keepWhileSame } from './query-client.ts';
import type { ParametersOf, RowOf } from './views.ts';

const arrowStream = 'application/vnd.apache.arrow.stream';

/** Key and fetch of one query of the market, as rows; those of another choice stay until the new ones are there. */
export function marketQuery<V extends View>(view: V, parameters: ParametersOf<V>) {
  const query = writeChoice(view.parameters, view.parameters.parse(parameters));
  const queryKey = ['market', view.name, String(query)] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<RowOf<V>[]> => {
      const decoder = import('./arrow.ts');
      const response = await request(viewPath(view, ''), { query, accept: arrowStream, signal });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return (await decoder).decodeColumns<RowOf<V>>(bytes).rows();
    },
    placeholderData: keepWhileSame(queryKey, 2),
  });
}

import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import type { ComparedFigure, ComparedPeriod, Comparison } from '#shared/schemas/comparison.ts';
import { writeChoice } from '../url-state/address.ts';
import { requestJson } from './client.ts';
import { keepWhileSame } from './query-client.ts';
import { type ParametersOf, parametersOf } from './views.ts';

export type { ComparedFigure, ComparedPeriod, Comparison };

/**
 * A view of two statistics compared, with the parameters of `choice` that the view has. Earlier rows stay visible while
 * new ones load.
 */
export function comparisonQuery<V extends View>(
  directLinkId: string,
  otherId: string,
  view: V,
  choice: Record<string, unknown> = {},
) {
  const parameters = view.parameters.parse(parametersOf(view, choice) as ParametersOf<V>);
  const query = writeChoice(view.parameters, parameters);
  const queryKey = ['comparison', directLinkId, view.name, otherId, String(query)] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams(query);
      asked.set('with', otherId);
      asked.set('view', view.name);
      return requestJson<Comparison>(`/statistics/${encodeURIComponent(directLinkId)}/compare`, {
        query: asked,
        signal,
      });
    },
    placeholderData: keepWhileSame(queryKey, 3),
  });
}

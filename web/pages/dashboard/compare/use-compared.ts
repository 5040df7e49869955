import { useSearchParams } from 'react-router';
import { compareParameter } from '../../../url-state/address.ts';

/** What the address says about a comparison. */
const orderParameter = 'compareSort';

/** Of the rows of a comparison: by this period's value, or by how much they rose or fell. */
const comparisonOrders = ['value', 'increase', 'decrease'] as const;
export type ComparisonOrder = (typeof comparisonOrders)[number];

/** Direct link id of the statistic that is shown beside this one. It stands in the address; null is none. */
export function useCompared(): [string | null, (otherId: string | null) => void] {
  const [parameters, change] = useChangingParameters();
  function choose(otherId: string | null) {
    if (otherId) change({ [compareParameter]: otherId });
    else change({ [compareParameter]: null, [orderParameter]: null });
  }
  return [parameters.get(compareParameter) || null, choose];
}

/** The order of a comparison's rows; it stands in the address. */
export function useComparisonOrder(): [ComparisonOrder, (order: ComparisonOrder) => void] {
  const [parameters, change] = useChangingParameters();
  const named = parameters.get(orderParameter);
  return [
    comparisonOrders.find((order) => order === named) ?? 'value',
    (order) => change({ [orderParameter]: order === 'value' ? null : order }),
  ];
}

function useChangingParameters() {
  const [parameters, setParameters] = useSearchParams();
  function change(values: Record<string, string | null>) {
    const changed = new URLSearchParams(parameters);
    for (const [key, value] of Object.entries(values)) {
      if (value) changed.set(key, value);
      else changed.delete(key);
    }
    setParameters(changed);
  }
  return [parameters, change] as const;
}

import { useSearchParams } from 'react-router';

const parameter = 'compare';

/** Direct link id of the statistic that is shown beside this one. It stands in the address; null is none. */
export function useCompared(): [string | null, (otherId: string | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  function choose(otherId: string | null) {
    const changed = new URLSearchParams(parameters);
    if (otherId) changed.set(parameter, otherId);
    else changed.delete(parameter);
    setParameters(changed, { preventScrollReset: true });
  }
  return [parameters.get(parameter) || null, choose];
}

import { useQuery } from '@tanstack/react-query';
import { portalQuery } from '../../api/portal.ts';
import { sessionQuery } from '../../api/session.ts';
import { type ChecklistItem, checklistQuery } from '../../api/setup.ts';

/** What a new portal still lacks, for its administrators; nothing for others and in the demo. */
export function useOpenItems(): ChecklistItem[] {
  return useChecklist().filter(({ state }) => state === 'open');
}

/** Sources from which something newer should be there, for the same. */
export function useLateSources(): ChecklistItem['late'] {
  return useChecklist().flatMap(({ late }) => late);
}

function useChecklist(): ChecklistItem[] {
  const { data: user } = useQuery(sessionQuery);
  const { data: portal } = useQuery(portalQuery);
  const concerned = user?.role === 'Admin' && portal?.demo === false;
  const { data: items = [] } = useQuery({ ...checklistQuery, enabled: concerned });
  return concerned ? items : [];
}

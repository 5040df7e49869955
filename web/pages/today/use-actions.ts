import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CustomerAction } from '#shared/schemas/customer-page.ts';
import { request, requestJson } from '../../api/client.ts';
import { showSuccess, showUndoable } from '../../components/feedback/toasts.ts';
import { formatDate } from '../../i18n/formats.ts';

interface Named {
  externalId: string;
  name: string;
}

/** What is done with a customer; until: of later, the day of the reminder. */
type Done = { action: 'called' | 'ordered'; until?: undefined } | { action: 'later'; until: string };

type Doing = Named & ({ done: Done } | { takeBack: number });

const mutationKey = ['customer-action'];

/** What can be done with customers, each with a way back. */
export function useActions() {
  const { t } = useTranslation('today');
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: ['today'] });
  // Several can be under way: of each customer the last one counts.
  const all = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<unknown, Error, Doing>,
  });
  const lastOf = (externalId: string) =>
    all.findLast(({ variables }) => variables?.externalId === externalId);
  /** Two presses can come before the first is drawn. */
  const isBegun = (externalId: string) =>
    queryClient.isMutating({
      mutationKey,
      predicate: ({ state }) => (state.variables as Doing).externalId === externalId,
    }) > 0;
  const doing = useMutation({
    mutationKey,
    async mutationFn({ externalId, name, ...what }: Doing) {
      const path = `/customers/${encodeURIComponent(externalId)}/actions`;
      if ('takeBack' in what) {
        await request(`${path}/${what.takeBack}`, { method: 'DELETE' });
        showSuccess(t('done.undone', { customer: name }));
      } else {
        const { id } = await requestJson<CustomerAction>(path, { method: 'POST', json: what.done });
        const { action, until } = what.done;
        showUndoable(t(`done.${action}`, { customer: name, day: until ? formatDate(until) : '' }), {
          text: t('done.undo'),
          onClick: () => doing.mutate({ externalId, name, takeBack: id }),
        });
      }
      await again();
    },
    // It may be done in another tab.
    onError: again,
  });
  return {
    act({ externalId, name }: Named, done: Done) {
      if (!isBegun(externalId)) doing.mutate({ externalId, name, done });
    },
    takeBack: ({ externalId, name }: Named, id: number) => doing.mutate({ externalId, name, takeBack: id }),
    isUnderWay: (externalId: string) => lastOf(externalId)?.status === 'pending',
    /** Why what was tried last with a customer, to do it or to take it back, has failed. */
    failureOf(externalId: string, kind: 'done' | 'takeBack') {
      const { status, error, variables } = lastOf(externalId) ?? {};
      return status === 'error' && variables && kind in variables
        ? { error, onRetry: () => doing.mutate(variables) }
        : null;
    },
  };
}

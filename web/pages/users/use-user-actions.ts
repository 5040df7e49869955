import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inviteUser, type ListedUser, setUserActive } from '../../api/people.ts';
import { showFailure, showSuccess, showUndoable } from '../../components/toasts.ts';
import type { Deed } from './action-failure.tsx';

interface Asked {
  deed: Extract<Deed, 'activate' | 'deactivate' | 'invite'>;
  user: ListedUser;
}

/** What the menu of a user does at once; `failure` of the last one stays until the next or until it is dismissed. */
export function useUserActions() {
  const { t } = useTranslation('users');
  const action = useMutation({
    async mutationFn({ deed, user }: Asked) {
      const { name, email } = user;
      if (deed === 'invite') {
        const { mailFailed } = await inviteUser(user.id);
        if (mailFailed) showFailure(t('done.notInvited', { name, email }));
        else showSuccess(t('done.invited', { name, email }));
        return;
      }
      const active = deed === 'activate';
      await setUserActive(user.id, active);
      if (active) showSuccess(t('done.activated', { name }));
      else {
        showUndoable(t('done.deactivated', { name }), {
          text: t('done.undo'),
          onClick: () => action.mutate({ deed: 'activate', user }),
        });
      }
    },
  });
  return {
    toggle: (user: ListedUser) => action.mutate({ deed: user.Active ? 'deactivate' : 'activate', user }),
    invite: (user: ListedUser) => action.mutate({ deed: 'invite', user }),
    failure: action.isError ? { deed: action.variables.deed, error: action.error } : undefined,
    dismiss: action.reset,
  };
}

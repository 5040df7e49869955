import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inviteUser, type ListedUser, setUserActive } from '../../api/people.ts';
import { showFailure, showSuccess } from '../../components/feedback/toasts.ts';
import type { Deed } from './action-failure.tsx';

interface Asked {
  deed: Extract<Deed, 'activate' | 'invite'>;
  user: ListedUser;
}

/** What the menu of a user does at once; `failure` of the last one stays until the next or until it is dismissed. */
export function useUserActions() {
  const { t } = useTranslation('users');
  const action = useMutation({
    async mutationFn({ deed, user }: Asked) {
      const { name, email } = user;
      if (deed === 'activate') {
        await setUserActive(user.id, true);
        showSuccess(t('done.activated', { name }));
        return;
      }
      const { mailFailed } = await inviteUser(user.id);
      if (mailFailed) showFailure(t('done.notInvited', { name, email }));
      else showSuccess(t('done.invited', { name, email }));
    },
  });
  return {
    activate: (user: ListedUser) => action.mutate({ deed: 'activate', user }),
    invite: (user: ListedUser) => action.mutate({ deed: 'invite', user }),
    failure: action.isError ? { deed: action.variables.deed, error: action.error } : undefined,
    dismiss: action.reset,
  };
}

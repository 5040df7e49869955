import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchProposalsQuery, type SaidMatch, sayMatch, takeBackMatch } from '../../api/matches.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { showFailure, showUndoable } from '../feedback/toasts.ts';
import { useDebounced } from '../loading/use-debounced.ts';
import { PortalDialog } from './portal-dialog.tsx';

interface MatchDialogProps {
  directLinkId: string;
  code: string;
  onMatched?: (said: SaidMatch | null) => void;
  onClose: () => void;
}

/** Which product of the catalogue an article is that no source names: products are proposed, or searched for. */
export default function MatchDialog({ directLinkId, code, onMatched, onClose }: MatchDialogProps) {
  const { t } = useTranslation(['matches', 'portal']);
  const searchId = useId();
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim());
  const found = useQuery(matchProposalsQuery(directLinkId, code, text));
  const takingBack = useMutation({
    mutationFn: () => takeBackMatch(directLinkId, code),
    onSuccess: () => onMatched?.(null),
    onError: (error) => showFailure(error.message),
  });
  const saying = useMutation({
    mutationFn: (product: string) => sayMatch(directLinkId, code, product),
    onSuccess(said) {
      showUndoable(t('done', { article, product: said.product.description }), {
        text: t('undo'),
        onClick: () => takingBack.mutate(),
      });
      onMatched?.(said);
      onClose();
    },
  });
  const { description = '', manufacturer = '', products } = found.data ?? {};
  const article = description || code;
  return (
    <PortalDialog
      title={t('title', { article })}
      onClose={onClose}
      canClose={!saying.isPending}
      actions={<Button variant="outlined" text={t('portal:action.cancel')} onClick={onClose} />}
    >
      <p>{[code, description, manufacturer].filter(Boolean).join(' · ')}</p>
      <p>{t('note')}</p>
      {saying.isError && <FailureNotice error={saying.error} />}
      <FormGroup label={t('search')} labelFor={searchId} helperText={t('hint')}>
        <InputGroup
          id={searchId}
          type="search"
          maxLength={255}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </FormGroup>
      {found.isError && (
        <FailureNotice intent="warning" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && (
        <div className="bp6-skeleton" style={{ height: 160 }} role="status" aria-label={t('loading')} />
      )}
      {products?.length === 0 && !found.isPlaceholderData && (
        <p role="status">{t(text === '' ? 'noProposal' : 'notFound')}</p>
      )}
      {products && products.length > 0 && (
        <ul
          className="plain-list match-dialog__found"
          aria-label={t(text === '' ? 'proposed' : 'found')}
          aria-busy={found.isPlaceholderData}
        >
          {products.map((each) => (
            <li key={each.gtin}>
              <Button variant="minimal" disabled={saying.isPending} onClick={() => saying.mutate(each.gtin)}>
                {each.description}
                <div className="note">
                  {[each.gtin, each.pharmacode, each.manufacturer].filter(Boolean).join(' · ')}
                </div>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PortalDialog>
  );
}

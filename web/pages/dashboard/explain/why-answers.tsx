import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { laterCode } from '../../../components/later-code.ts';
import { LaterDialog } from '../../../components/later-part.tsx';
import { type AskWhy, AskWhyContext, type WhyQuestion } from './ask-why.ts';

// Nobody asks before the figures are there: the dialog is no part of the first script.
const WhyDialog = laterCode(() => import('./why-dialog.tsx'));

interface Asked {
  question: WhyQuestion;
  label: string;
}

/** Answers what the figures inside are asked. */
export function WhyAnswers({ directLinkId, children }: { directLinkId: string; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const asker = useRef<Element | null>(null);
  const ask = useCallback<AskWhy>((question, label) => {
    asker.current = document.activeElement;
    setAsked({ question, label });
  }, []);
  // The dialog goes at once, and what it would do on closing with it.
  useEffect(() => {
    if (!asked && asker.current instanceof HTMLElement) asker.current.focus();
  }, [asked]);
  return (
    <AskWhyContext value={ask}>
      {children}
      {asked && (
        <LaterDialog onClose={() => setAsked(null)}>
          <WhyDialog directLinkId={directLinkId} {...asked} onClose={() => setAsked(null)} />
        </LaterDialog>
      )}
    </AskWhyContext>
  );
}

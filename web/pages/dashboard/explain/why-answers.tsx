import type { ReactNode } from 'react';
import { openDialog, useOpened } from '../../../components/dialogs/opened.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../components/loading/later-part.tsx';
import { type AskWhy, AskWhyContext, type WhyQuestion } from './ask-why.ts';

// Nobody asks before the figures are there: the dialog is no part of the first script.
const WhyDialog = laterCode(() => import('./why-dialog.tsx'));

interface Asked {
  question: WhyQuestion;
  label: string;
}

const dialog = 'why';
const ask: AskWhy = (question, label) => openDialog<Asked>(dialog, { question, label });

/** Answers what the figures inside are asked. */
export function WhyAnswers({ directLinkId, children }: { directLinkId: string; children: ReactNode }) {
  const [asked, close] = useOpened<Asked>(dialog);
  return (
    <AskWhyContext value={ask}>
      {children}
      {asked && (
        <LaterDialog onClose={close}>
          <WhyDialog directLinkId={directLinkId} {...asked} onClose={close} />
        </LaterDialog>
      )}
    </AskWhyContext>
  );
}

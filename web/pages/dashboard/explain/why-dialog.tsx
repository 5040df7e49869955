import { Button, Classes } from '@blueprintjs/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { explanationQuery } from '../../../api/explanation.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import type { WhyQuestion } from './ask-why.ts';
import { DerivedAnswer } from './derived-answer.tsx';
import { FigureAnswer } from './figure-answer.tsx';
import './why-dialog.css';

interface WhyDialogProps {
  directLinkId: string;
  question: WhyQuestion;
  /** What the page calls the figure. */
  label: string;
  onClose: () => void;
}

/** How a figure comes about, what it was made from, and the ways to the articles behind it. */
export default function WhyDialog({ directLinkId, question, label, onClose }: WhyDialogProps) {
  const { t } = useTranslation(['why', 'portal']);
  const parts = 'parts' in question ? question.parts : [{ label, question }];
  const answers = useQueries({ queries: parts.map((part) => explanationQuery(directLinkId, part.question)) });
  const failed = answers.find(({ isError }) => isError);
  const explanations = answers.flatMap(({ data }) => (data ? [data] : []));

  function answer() {
    if ('parts' in question) {
      return <DerivedAnswer {...{ directLinkId, explanations }} figure={question} />;
    }
    const { statistic = directLinkId } = question;
    return <FigureAnswer directLinkId={statistic} explanation={explanations[0]!} />;
  }
  return (
    <PortalDialog
      title={label}
      onClose={onClose}
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {failed ? (
        <FailureNotice error={failed.error} onRetry={failed.refetch} />
      ) : explanations.length === parts.length ? (
        answer()
      ) : (
        <div className={`why-dialog__waiting ${Classes.SKELETON}`} role="status">
          {t('loading')}
        </div>
      )}
    </PortalDialog>
  );
}

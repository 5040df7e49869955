import { Button } from '@blueprintjs/core';
import { ArrowLeft, ArrowRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import type { FieldsProps } from '../form/customer-fields.tsx';
import { FilesStep } from './files-step.tsx';
import { type GuideStep, guideSteps } from './guide-steps.ts';
import { PrepareStep } from './prepare-step.tsx';
import { RequestStep } from './request-step.tsx';
import './upload-guide.css';

interface UploadGuideProps extends FieldsProps {
  step: GuideStep;
  onStep: (step: GuideStep) => void;
  /** The files are chosen: on to the entries. */
  onDone: () => void;
  onClose: () => void;
}

/** How to come by a statistic, how the file must look, and the files: three steps, in any order. */
export function UploadGuide({ form, onChange, step, onStep, onDone, onClose }: UploadGuideProps) {
  const { t } = useTranslation(['guide', 'portal']);
  const index = guideSteps.indexOf(step);
  const previous = guideSteps[index - 1];
  const next = guideSteps[index + 1];
  return (
    <PortalDialog
      wide
      title={t('title')}
      onClose={onClose}
      actions={
        <>
          {previous && (
            <Button
              variant="outlined"
              icon={<ArrowLeft />}
              text={t('back')}
              onClick={() => onStep(previous)}
            />
          )}
          <Button
            intent="primary"
            endIcon={<ArrowRight />}
            text={t('next')}
            disabled={!next && !(form.file && (form.testUpload || form.consentFile))}
            onClick={() => (next ? onStep(next) : onDone())}
          />
        </>
      }
    >
      <ol className="guide-steps" aria-label={t('steps')}>
        {guideSteps.map((name, position) => (
          <li key={name} data-over={position < index}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              onClick={() => onStep(name)}
            >
              <span className="guide-steps__number">{position + 1}</span>
              <span>{t(`${name}.title`)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="guide-step">
        {step === 'request' && <RequestStep />}
        {step === 'prepare' && <PrepareStep />}
        {step === 'files' && <FilesStep form={form} onChange={onChange} onDone={onDone} />}
      </div>
    </PortalDialog>
  );
}

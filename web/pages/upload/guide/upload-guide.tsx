import { AnchorButton, Button, Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { ArrowLeft, ArrowRight, DocumentIcon, Download } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/languages.ts';
import { STATISTIC_ENDINGS } from '#shared/limits.ts';
import { type Wholesaler, wholesalersQuery } from '../../../api/wholesalers.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { ContactText } from '../../../components/feedback/contact-text.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { documentAddress, releaseForms } from '../../../components/navigation/documents.ts';
import type { FieldsProps } from '../form/customer-fields.tsx';
import { UploadPicker } from '../form/upload-picker.tsx';
import { type GuideStep, guideSteps } from '../form/use-unsent-form.ts';

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
      <ol className="plain-list guide-steps" aria-label={t('steps')}>
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

/** What the file must hold, with an example and a workbook to fill in. */
function PrepareStep() {
  const { t } = useTranslation('guide');
  return (
    <>
      <p>{t('prepare.text')}</p>
      <ul className="guide-rules">
        <li>{t('prepare.columns')}</li>
        <li>{t('prepare.pharmacode')}</li>
        <li>{t('prepare.headings')}</li>
        <li>{t('prepare.rest')}</li>
      </ul>
      <figure className="guide-example">
        <ExampleSheet label={t('prepare.example')} />
        <figcaption>{t('prepare.example')}</figcaption>
      </figure>
      <AnchorButton
        role="link"
        variant="outlined"
        icon={<Download />}
        text={t('prepare.template')}
        href="/template.xlsx"
        download
      />
    </>
  );
}

/** Consent, then Excel; a test upload needs no consent. Choosing the Excel file leads on. */
function FilesStep({ form, onChange, onDone }: FieldsProps & { onDone: () => void }) {
  const { t } = useTranslation(['upload', 'guide']);
  const consentMissing = !form.testUpload && !form.consentFile;
  return (
    <>
      <p>{t('guide:files.text')}</p>
      <Checkbox
        checked={form.testUpload}
        onChange={(event) => onChange({ testUpload: event.currentTarget.checked })}
      >
        {t('form.testUpload')} <span className="form-hint">{t('form.testUploadText')}</span>
      </Checkbox>
      <div className="row gap-4 row--top form-row">
        {!form.testUpload && (
          <UploadPicker
            isConsent
            label={t('form.consentFile')}
            hint={t('form.consentFileText')}
            file={form.consentFile}
            onChange={(consentFile) => onChange({ consentFile })}
          />
        )}
        <UploadPicker
          label={t('form.excelFile')}
          hint={
            consentMissing
              ? t('form.consentFirst')
              : t('form.excelFileText', { endings: STATISTIC_ENDINGS.join(', ') })
          }
          accept={STATISTIC_ENDINGS.join(',')}
          file={form.file}
          disabled={consentMissing}
          onChange={(file) => {
            onChange({ file, columns: null, text: null });
            onDone();
          }}
        />
      </div>
    </>
  );
}

/** Invented articles; the headings are those of a file, so they are not translated. */
const rows = [
  ['GTIN', 'PhCode', 'Menge'],
  ['7680999990013', '0012345', '12'],
  ['7680999990020', '', '3'],
  ['', '2345678', '1'],
];

const columns = [
  { letter: 'A', x: 34, width: 150 },
  { letter: 'B', x: 184, width: 110 },
  { letter: 'C', x: 294, width: 90 },
];
const rowHeight = 26;
const width = 384;
const height = rowHeight * (rows.length + 1);

/** A picture of the first rows of a file as it should be. */
function ExampleSheet({ label }: { label: string }) {
  return (
    <svg className="example-sheet" role="img" aria-label={label} viewBox={`-1 -1 ${width + 2} ${height + 2}`}>
      <rect className="example-sheet__ground" width={width} height={height} rx="4" />
      <path className="example-sheet__head" d={`M0 ${rowHeight}H${width}V0H0zM0 0H34V${height}H0z`} />
      {columns.map(({ letter, x, width: w }) => (
        <text key={letter} className="example-sheet__letter" x={x + w / 2} y={17} textAnchor="middle">
          {letter}
        </text>
      ))}
      {rows.map((cells, row) => (
        <g key={cells.join()} transform={`translate(0 ${rowHeight * (row + 1)})`}>
          <path className="example-sheet__line" d={`M0 0H${width}`} />
          <text className="example-sheet__letter" x={17} y={17} textAnchor="middle">
            {row + 1}
          </text>
          {columns.map(({ x, width: w }, column) => (
            <text
              key={x}
              className={row === 0 ? 'example-sheet__heading' : undefined}
              x={column === 2 && row > 0 ? x + w - 8 : x + 8}
              y={17}
              textAnchor={column === 2 && row > 0 ? 'end' : 'start'}
            >
              {cells[column]}
            </text>
          ))}
        </g>
      ))}
      {columns.map(({ x }) => (
        <path key={x} className="example-sheet__line" d={`M${x} 0V${height}`} />
      ))}
      <rect className="example-sheet__frame" width={width} height={height} rx="4" />
    </svg>
  );
}

/** Business types, each with the wholesalers that serve it. */
const channels = {
  APO: (wholesaler: Wholesaler) => wholesaler.enabledForApo,
  SD: (wholesaler: Wholesaler) => wholesaler.enabledForSd,
};

/** Whom to ask for the statistic, and what the customer has to sign. */
function RequestStep() {
  const { t } = useTranslation(['guide', 'portal']);
  const wholesalers = useQuery(wholesalersQuery);
  const [channel, setChannel] = useState<keyof typeof channels>('APO');
  const [wholesalerId, setWholesalerId] = useState('');
  const offered = (wholesalers.data ?? []).filter(({ retired }) => !retired).filter(channels[channel]);
  const chosen = offered.find(({ wholesalerID }) => String(wholesalerID) === wholesalerId);
  return (
    <>
      <p>{t('request.text')}</p>
      <section className="guide-part" aria-labelledby="guide-forms">
        <h3 id="guide-forms">{t('request.forms')}</h3>
        <ul className="plain-list guide-forms">
          {languages.map((language) => (
            <li key={language}>
              <span className="guide-forms__language">{t(`portal:languages.${language}`)}</span>
              {releaseForms.map((name) => (
                <a key={name} href={documentAddress(name, language)} target="_blank" rel="noreferrer">
                  <DocumentIcon size={14} /> {t(`request.${name}`)}
                  <span className="visually-hidden">, {t(`portal:languages.${language}`)}</span>
                </a>
              ))}
            </li>
          ))}
        </ul>
      </section>
      <section className="guide-part" aria-labelledby="guide-wholesaler">
        <h3 id="guide-wholesaler">{t('request.whom')}</h3>
        {wholesalers.isError && <FailureNotice error={wholesalers.error} onRetry={wholesalers.refetch} />}
        <div className="row gap-4 row--top form-row">
          <FormGroup label={t('request.channel')} labelFor="guide-channel">
            <HTMLSelect
              fill
              id="guide-channel"
              value={channel}
              onChange={(event) => setChannel(event.currentTarget.value as keyof typeof channels)}
            >
              {(Object.keys(channels) as (keyof typeof channels)[]).map((name) => (
                <option key={name} value={name}>
                  {t(`request.${name}`)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <FormGroup
            className="form-row__wide"
            label={t('request.wholesaler')}
            labelFor="guide-wholesaler-id"
          >
            <HTMLSelect
              fill
              id="guide-wholesaler-id"
              value={chosen ? wholesalerId : ''}
              onChange={(event) => setWholesalerId(event.currentTarget.value)}
            >
              <option value="">{t('request.choose')}</option>
              {offered.map(({ wholesalerID, wholesalerName }) => (
                <option key={wholesalerID} value={String(wholesalerID)}>
                  {wholesalerName}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        </div>
        <div className="guide-contact" role="status">
          {chosen && (
            <>
              <strong>{chosen.wholesalerName}</strong>
              <ContactText text={chosen.acquisitionStatisticContact || t('request.noContact')} />
            </>
          )}
        </div>
      </section>
    </>
  );
}

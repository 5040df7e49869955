import { Button, Callout, Card, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { Envelope, InfoSign, Print } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import { focusFirstInvalid } from '../../components/forms/focus-first-invalid.ts';
import { useDocumentTitle } from '../../components/navigation/page-header.tsx';
import { labelled } from '../../i18n/labelled.ts';
import './complaints-page.css';

const formId = 'complaint-form';
const kinds = ['quality', 'sideEffect', 'delivery', 'other'] as const;

/** The complaints form: nothing is stored here; it becomes a mail of the user's own, or a sheet of paper. */
export function Component() {
  const { t } = useTranslation(['shell', 'portal']);
  const { data: portal } = useQuery(portalQuery);
  const [complaint, setComplaint] = useState<Complaint>(emptyComplaint);
  const [checked, setChecked] = useState(false);
  useDocumentTitle(t('complaint.title'));
  const change = (changed: Partial<Complaint>) => setComplaint({ ...complaint, ...changed });
  const missing = (field: keyof Complaint) => checked && !complaint[field].trim();
  const address = portal?.contact.email;

  function write(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!address || !complaint.product.trim() || !complaint.description.trim()) {
      focusFirstInvalid(formId);
      return;
    }
    const kind = kinds.find((name) => name === complaint.kind) ?? 'other';
    const lines = complaintFields.map((field) =>
      labelled(t(`complaint.${field}`), field === 'kind' ? t(`complaint.kinds.${kind}`) : complaint[field]),
    );
    location.href = mailAddress(address, t('complaint.title'), lines);
  }

  return (
    <Card className="complaints">
      <h1>{t('complaint.title')}</h1>
      <p className="complaints__intro">{t('complaint.intro')}</p>
      <Callout intent="primary" icon={<InfoSign />} className="complaints__notice">
        {t('complaint.notice')}
      </Callout>
      <form id={formId} onSubmit={write} noValidate>
        <FormGroup label={t('complaint.kind')} labelFor="complaint-kind">
          <HTMLSelect
            fill
            id="complaint-kind"
            value={complaint.kind}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`complaint.kinds.${kind}`)}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        {(['product', 'batch'] as const).map((field) => (
          <TextField
            key={field}
            field={field}
            complaint={complaint}
            isMissing={field === 'product' && missing(field)}
            onChange={change}
          />
        ))}
        <FormGroup
          label={t('complaint.description')}
          labelFor="complaint-description"
          intent={missing('description') ? 'danger' : 'none'}
          helperText={missing('description') && t('complaint.required')}
        >
          <TextArea
            fill
            id="complaint-description"
            rows={6}
            maxLength={1500}
            required
            aria-invalid={missing('description')}
            value={complaint.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </FormGroup>
        {(['name', 'contact'] as const).map((field) => (
          <TextField key={field} field={field} complaint={complaint} isMissing={false} onChange={change} />
        ))}
        <div className="row gap-3 row--top complaints__actions">
          <Button
            type="submit"
            intent="primary"
            size="large"
            icon={<Envelope />}
            text={t('complaint.write')}
            disabled={!address}
          />
          <Button
            variant="outlined"
            size="large"
            icon={<Print />}
            text={t('complaint.print')}
            onClick={() => print()}
          />
        </div>
      </form>
    </Card>
  );
}

interface TextFieldProps {
  field: 'product' | 'batch' | 'name' | 'contact';
  complaint: Complaint;
  isMissing: boolean;
  onChange: (changed: Partial<Complaint>) => void;
}

function TextField({ field, complaint, isMissing, onChange }: TextFieldProps) {
  const { t } = useTranslation('shell');
  return (
    <FormGroup
      label={t(`complaint.${field}`)}
      labelFor={`complaint-${field}`}
      intent={isMissing ? 'danger' : 'none'}
      helperText={isMissing && t('complaint.required')}
    >
      <InputGroup
        id={`complaint-${field}`}
        maxLength={255}
        required={field === 'product'}
        aria-invalid={isMissing}
        value={complaint[field]}
        onValueChange={(value) => onChange({ [field]: value })}
      />
    </FormGroup>
  );
}

const complaintFields = ['kind', 'product', 'batch', 'description', 'name', 'contact'] as const;
type Complaint = Record<(typeof complaintFields)[number], string>;

const emptyComplaint: Complaint = {
  kind: 'quality',
  product: '',
  batch: '',
  description: '',
  name: '',
  contact: '',
};

/** A mailto address that opens the user's own mail program with the complaint filled in. */
function mailAddress(to: string, subject: string, lines: readonly string[]): string {
  const body = lines.join('\r\n\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

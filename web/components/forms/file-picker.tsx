import { DocumentIcon, TickCircle } from '@blueprintjs/icons';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatFileSize } from '../../i18n/formats.ts';
import './forms.css';

interface FilePickerProps {
  label: string;
  hint: string;
  file: File | null;
  /** Endings that the browser offers, e.g. ".xlsx,.csv"; any without it. */
  accept?: string | undefined;
  /** Why a file is not taken, maybe after a look into it. */
  refusalOf?: (file: File) => string | undefined | Promise<string | undefined>;
  disabled?: boolean;
  /** Why the form was not sent, if it was this field. */
  problem?: string | undefined;
  onChange: (file: File) => void;
}

/** Takes one file by dialog or by drag and drop. */
export function FilePicker({
  label,
  hint,
  file,
  accept,
  refusalOf = () => undefined,
  disabled = false,
  problem,
  onChange,
}: FilePickerProps) {
  const { t } = useTranslation('upload');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const newest = useRef<File>(null);

  async function take(chosen: File | undefined) {
    if (!chosen || disabled) return;
    newest.current = chosen;
    const reason = await refusalOf(chosen);
    if (newest.current !== chosen) return;
    setRefusal(reason);
    // What was taken before stays.
    if (!reason) onChange(chosen);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  const trouble = refusal ?? problem;
  return (
    <div className="file-picker" data-disabled={disabled} data-over={isOver} data-trouble={Boolean(trouble)}>
      <label className="file-picker__label" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input does the same by keyboard. */}
      <div
        className="row gap-3 row--tight file-picker__area"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={Boolean(trouble)}
          aria-describedby={`${id}-hint${trouble ? ` ${id}-trouble` : ''}`}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {file ? <TickCircle size={20} className="file-picker__done" /> : <DocumentIcon size={20} />}
        <span className="file-picker__text">
          {file ? (
            <>
              <span className="file-picker__name">{file.name}</span>
              <span>{formatFileSize(file.size)}</span>
            </>
          ) : (
            <span>
              <Trans t={t} i18nKey="form.drop" components={{ 0: <u /> }} />
            </span>
          )}
        </span>
      </div>
      <p id={`${id}-hint`} className="file-picker__hint">
        {hint}
      </p>
      {trouble && (
        <p id={`${id}-trouble`} className="file-picker__trouble" role={refusal ? 'alert' : undefined}>
          {trouble}
        </p>
      )}
    </div>
  );
}

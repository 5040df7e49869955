import { Button, Callout, TextArea } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_NOTE } from '#shared/limits.ts';
import type { CustomerNote } from '#shared/schemas/customer-page.ts';
import { request } from '../../api/client.ts';
import { Question } from '../../components/dialogs/question.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { NotKept } from '../../components/feedback/not-kept.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useSinglePress } from '../../components/forms/use-single-press.ts';
import { RowAction } from '../../components/tables/row-action.tsx';
import { formatDateAndTime } from '../../i18n/formats.ts';
import './customer-page.css';

interface NotesProps {
  number: string;
  notes: readonly CustomerNote[];
}

/** A way to note something of a customer; what is begun waits wherever the customer is noted of. */
export function NoteForm({ number, onSaved }: { number: string; onSaved?: () => void }) {
  const { t } = useTranslation('customer');
  const queryClient = useQueryClient();
  const { form, change, forget, isKept } = useDraft(`note:${number}`, { text: '' });
  const { text } = form;
  const fieldId = useId();
  const hintId = useId();
  const writing = useMutation({
    mutationFn: () => request(notesPath(number), { method: 'POST', json: { text } }),
    onSuccess() {
      forget();
      onSaved?.();
    },
    // Also where no answer came: it may be noted.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['customer-page', number] }),
  });
  const note = useSinglePress(writing);

  function write(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') note();
  }

  return (
    <>
      <form className="customer__note-form" onSubmit={write}>
        <label htmlFor={fieldId}>{t('notes.write')}</label>
        <TextArea
          id={fieldId}
          fill
          autoResize
          maxLength={LONGEST_NOTE}
          value={text}
          disabled={writing.isPending}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <span id={hintId} className="note customer__note">
          {t('notes.readers')}
        </span>
        <Button
          type="submit"
          intent="primary"
          text={t('notes.save')}
          disabled={text.trim() === ''}
          loading={writing.isPending}
        />
      </form>
      {!isKept && <NotKept />}
      {writing.isError && <FailureNotice error={writing.error} />}
    </>
  );
}

function notesPath(number: string): string {
  return `/customers/${encodeURIComponent(number)}/notes`;
}

/** What was noted of a customer, newest first, and a way to note something. */
export function Notes({ number, notes }: NotesProps) {
  const { t } = useTranslation('customer');
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<CustomerNote | null>(null);
  const again = () => queryClient.invalidateQueries({ queryKey: ['customer-page', number] });
  const deleting = useMutation({
    mutationFn: ({ id }: CustomerNote) => request(`${notesPath(number)}/${id}`, { method: 'DELETE' }),
    onSettled() {
      setAsked(null);
      // Also where it failed: it may be gone already.
      return again();
    },
  });

  return (
    <>
      <NoteForm number={number} />
      {deleting.isError && <FailureNotice error={deleting.error} />}
      {notes.length > 0 && (
        <ul className="stack plain-list">
          {notes.map((note) => (
            <li key={note.id} className="row row--top row--tight row--apart customer__noted">
              <span>
                <span className="note customer__note">
                  {formatDateAndTime(note.madeAt)} · {note.writtenBy}
                </span>
                <span className="customer__text">{note.text}</span>
              </span>
              {note.mayDelete && (
                <RowAction
                  name={t('notes.delete', { at: formatDateAndTime(note.madeAt) })}
                  icon={<Trash />}
                  onClick={() => setAsked(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Question
          title={t('notes.deleteTitle')}
          icon={<Trash size={36} />}
          confirm={t('notes.deleteConfirm')}
          isBusy={deleting.isPending}
          onConfirm={() => deleting.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('notes.deleteText')}</p>
          <Callout className="customer__text">{asked.text}</Callout>
        </Question>
      )}
    </>
  );
}

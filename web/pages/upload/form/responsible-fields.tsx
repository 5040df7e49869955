import { FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { headerImagesQuery } from '../../../api/header-images.ts';
import { type Person, uploadersQuery } from '../../../api/people.ts';
import { sessionQuery, type User } from '../../../api/session.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import type { FieldsProps } from './customer-fields.tsx';
import { longestText } from './statistic-form.ts';

/** Whose upload it is, the comment and the image on top of the dashboard. */
export function ResponsibleFields({
  form,
  onChange,
  problem,
  uploader,
}: FieldsProps & {
  problem?: string | undefined;
  /** Whose upload it is before an edit; null: of somebody deleted. */
  uploader?: Person | null;
}) {
  const { t } = useTranslation('upload');
  const { data: user } = useQuery(sessionQuery);
  const choosesUploader = Boolean(user && isResponsible(user));
  const headerImages = useQuery(headerImagesQuery);
  const uploaders = useQuery({ ...uploadersQuery, enabled: choosesUploader });
  const missing = [headerImages, uploaders].filter(({ isError }) => isError);
  const { data: images = [], isSuccess } = headerImages;
  const { headerImageId: imageId } = form;
  // Of a draft it may have been deleted since: what is not seen could not be taken out.
  const isImageGone = imageId !== '' && isSuccess && !images.some(({ id }) => String(id) === imageId);
  return (
    <fieldset className="form-part">
      <legend>{t('form.responsible')}</legend>
      {missing[0] && (
        <FailureNotice
          title={t('form.choicesIncomplete')}
          error={missing[0].error}
          onRetry={() => missing.forEach(({ refetch }) => void refetch())}
        />
      )}
      <div className="row gap-4 row--top form-row">
        {choosesUploader && <UploaderField form={form} onChange={onChange} uploader={uploader} />}
        <FormGroup
          label={t('form.user')}
          labelFor="user"
          intent={problem ? 'danger' : 'none'}
          helperText={problem}
        >
          <InputGroup
            id="user"
            maxLength={longestText}
            value={form.user}
            intent={problem ? 'danger' : 'none'}
            aria-invalid={problem !== undefined}
            onValueChange={(name) => onChange({ user: name })}
          />
        </FormGroup>
        {(images.length > 0 || isImageGone) && (
          <FormGroup label={t('form.headerImage')} labelFor="header-image" labelInfo={t('form.optional')}>
            <HTMLSelect
              fill
              id="header-image"
              value={imageId}
              onChange={(event) => onChange({ headerImageId: event.currentTarget.value })}
            >
              <option value="">{t('form.noHeaderImage')}</option>
              {isImageGone && <option value={imageId}>{t('form.goneHeaderImage')}</option>}
              {images.map((image) => (
                <option key={image.id} value={image.id}>
                  {image.name}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        )}
      </div>
      <FormGroup label={t('form.comment')} labelFor="comment" labelInfo={t('form.optional')}>
        <TextArea
          fill
          id="comment"
          rows={2}
          maxLength={longestText}
          value={form.comment}
          onChange={(event) => onChange({ comment: event.currentTarget.value })}
        />
      </FormGroup>
    </fieldset>
  );
}

/** Whether somebody uploads for others, too. */
function isResponsible({ role, subordinates, replacementFor }: User): boolean {
  return role === 'Admin' || subordinates.length > 0 || replacementFor.length > 0;
}

/**
 * Choosing somebody makes them the sales representative. Who is deleted or inactive is not offered, and shown as such where
 * they are the uploader.
 */
function UploaderField({ form, onChange, uploader }: FieldsProps & { uploader: Person | null | undefined }) {
  const { t } = useTranslation('upload');
  const { data: people } = useQuery(uploadersQuery);
  const isOffered = (id: string) => people?.some((person) => String(person.id) === id);
  const before = uploader === undefined ? undefined : String(uploader?.id ?? '');
  // What is chosen and what was before stay to be seen and chosen, whatever has become of them.
  const others = [...new Set([before, form.uploader])].filter((id) => id !== undefined && !isOffered(id));
  return (
    <FormGroup label={t('form.uploader')} labelFor="uploader">
      <HTMLSelect
        fill
        id="uploader"
        value={form.uploader}
        onChange={(event) => {
          const id = event.currentTarget.value;
          const name = people?.find((person) => String(person.id) === id)?.name;
          onChange({ uploader: id, ...(name && { user: name }) });
        }}
      >
        {others.map((id) => (
          <option key={id} value={id}>
            {textOf(id as string)}
          </option>
        ))}
        {people?.map((person) => (
          <option key={person.id} value={String(person.id)}>
            {person.name}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );

  function textOf(id: string): string {
    if (id === '') return t('form.deletedUploader');
    const name = id === before && uploader ? uploader.name : form.user;
    return people ? t('form.inactiveUploader', { name }) : name;
  }
}
